import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Signing needs the secret itself, so a hash will not do. It is sealed under a key that the database does not have:
 * who reads a dump can sign nothing. `id` is authenticated, so a sealed secret opens for its own webhook alone.
 */
export function sealSecret(authSecret: string, id: string, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(authSecret), iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws where AUTH_SECRET is another one by now, or the row was tampered with. */
function openSecret(authSecret: string, id: string, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, keyOf(authSecret), sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const opened = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
  return opened.toString('utf8');
}

/** What a webhook is signed with at this moment, the newest first. */
export function openSecrets(
  authSecret: string,
  webhook: { id: string; sealed_secret: Buffer; former_sealed_secret: Buffer | null },
): string[] {
  return [webhook.sealed_secret, webhook.former_sealed_secret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => openSecret(authSecret, webhook.id, sealed));
}

function keyOf(authSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret, '', 'blazon webhook secrets', 32));
}
