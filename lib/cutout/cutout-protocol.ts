import type { CutoutParameters } from './cutout-parameters.ts';
import type { RightsLines } from './rights-xmp.ts';

/** What a child is asked for. Paths are files of the worker's private folder, or modules of a plug-in. */
export interface CutRequest {
  masterPath: string;
  outputPath: string;
  parameters: CutoutParameters;
  remover: { modulePath: string | null; pluginsFolder: string };
  /** For a preview: the longest side of the answer. */
  longestSide: number | undefined;
  /** Carried over into the file. */
  rights: RightsLines | null;
  maxPixels: number;
}

export interface CutFacts {
  bytes: number;
  sha256: string;
  width: number;
  height: number;
  /** Of all pixels, so many are at least half there. */
  kept_part: number;
  cost: { decode_ms: number; matte_ms: number; encode_ms: number; peak_mb: number };
}

export type CutAnswer =
  | { state: 'made'; facts: CutFacts }
  /** Another attempt ends the same way. The message is public: it says why and what helps. */
  | {
      state: 'refused';
      code: 'contract_unmet' | 'source_invalid';
      message: string;
      detail: string | undefined;
    };

export class CutRefused extends Error {
  readonly code: 'contract_unmet' | 'source_invalid';
  readonly detail: string | undefined;

  constructor(code: CutRefused['code'], message: string, detail?: string) {
    super(message);
    this.name = 'CutRefused';
    this.code = code;
    this.detail = detail;
  }
}
