import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AnswerView } from '#components/trace/answer-view.tsx';
import { traceAddress, withoutSignature } from '#components/trace/trace-address.ts';
import { TraceDesk } from '#components/trace/trace-desk.tsx';
import { TraceField } from '#components/trace/trace-field.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { traceQuestion } from '#lib/deliver/trace/trace-question.ts';
import { Problem } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';

export const metadata: Metadata = { title: 'Trace' };

export default async function Trace({ searchParams }: { searchParams: Promise<{ q?: string }> }) {
  const { services, caller } = await pageCaller('trace.read');
  const { q = '' } = await searchParams;
  const text = q.trim().slice(0, 4000);
  // Where no script could take it off, it is not in the address for longer than this.
  if (withoutSignature(text) !== text) redirect(traceAddress(text));
  const { answer, error } = text ? await ask(services, caller, text) : {};
  const timeZone = services.env.PORTAL_TIME_ZONE;
  return (
    <>
      <PageHeader
        lead="Where a picture comes from, which policy made it as it is, and whether it may still be used."
        title="Trace"
      />
      <TraceDesk
        field={<TraceField error={error} value={text} />}
        key={text}
        maxBytes={services.env.TRACE_MAX_BYTES}
        timeZone={timeZone}
      >
        {answer && <AnswerView answer={answer} timeZone={timeZone} />}
      </TraceDesk>
    </>
  );
}

/** What cannot be read is said beside the field. */
async function ask(services: Services, caller: Caller, text: string) {
  try {
    return { answer: await traceQuestion(services, caller, { text }), error: undefined };
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request')
      return { answer: undefined, error: error.message };
    throw error;
  }
}
