/** A logo, not a photograph: enough for 4,000 px of it. */
export const maxMarkBytes = 20_000_000;

/** An uploaded image that marks can show. */
export interface MarkImage {
  /** Its master's SHA-256, which is the `image_id` of contracts. */
  image_id: string;
  name: string;
  width: number;
  height: number;
  has_alpha: boolean;
}
