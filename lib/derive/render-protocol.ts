import type { Print } from '#lib/picture/print.ts';
import type { MediaType, OutputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';
import type { Rights } from './rights.ts';
import type { Coding } from './steps/codings.ts';

/** What a render child is asked for. Paths are files of the worker's private folder. */
export interface RenderRequest {
  masterPath: string;
  /** The mark's own master, where the contract's mark is an image. */
  markPath: string | undefined;
  outputPath: string;
  contract: OutputContract;
  edits: VersionEdits | null;
  rights: Rights | undefined;
  /** What the file says of its own name, where the contract wants that. */
  traceKey: string | undefined;
  maxPixels: number;
}

/** What was found in the finished file, decoded anew from its bytes. */
export interface RenderedFacts {
  media_type: MediaType;
  width: number;
  height: number;
  has_alpha: boolean;
  bytes: number;
  sha256: string;
  /** By what copies are found of files that show a part of their master alone. */
  part: { shown: string; print: Print } | undefined;
  /** How it was written, after whatever the size limit made give way. */
  coding: Coding;
  /** What happened to this picture beyond the contract's plain words, one sentence each. */
  remarks: string[];
  /** `encodes` is how often the size limit had the file written before it fitted. */
  cost: { decode_ms: number; encode_ms: number; verify_ms: number; encodes: number };
}

export type RefusalCode = 'contract_unmet' | 'source_invalid';

export type RenderAnswer =
  | { state: 'rendered'; facts: RenderedFacts }
  | { state: 'refused'; code: RefusalCode; message: string; detail: string | undefined };

/** This master and this contract can never give a file. The message is public: it says why and what helps. */
export class RenderRefused extends Error {
  readonly code: RefusalCode;
  /** What the decoder said; for operators. */
  readonly detail: string | undefined;

  constructor(code: RefusalCode, message: string, options: { detail?: string | undefined } = {}) {
    super(message);
    this.name = 'RenderRefused';
    this.code = code;
    this.detail = options.detail;
  }
}
