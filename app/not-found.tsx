import { CompanyName } from '#components/shell/company-name.tsx';
import { NothingHere } from '#components/shell/nothing-here.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';

/** For addresses outside every page, without the frame that knows who looks. */
export default async function NotFound() {
  const { services } = await pageCaller('session.manage');
  return (
    <main className="page-width flex-1 py-2">
      <CompanyName name={services.env.COMPANY_NAME} />
      <NothingHere />
    </main>
  );
}
