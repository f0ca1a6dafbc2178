/**
 * Encrypts secrets that the server must be able to read again (passwords of directories, client secrets) with
 * AES-256-GCM (NIST SP 800-38D). The key is in a separate file in the data directory that only the server's user may
 * read; it is created when first needed. A copy of the documents alone reveals no secret.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmod, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../store/data-directory.js';
import { errorOf } from '../foundation/caught.js';

export const secretKeyFile = 'secret.key';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypted secret: `v1.` followed by nonce (12 bytes), authentication tag (16 bytes) and ciphertext, together in
 * base64url.
 */
export type Sealed = string;

/**
 * Thrown when the key file is invalid, or when a secret cannot be decrypted: the key file is unreadable, or the key or
 * the stored value was changed.
 */
export class SecretError extends Error {
  override name = 'SecretError';
}

export class SecretBox {
  readonly #path: string;
  #key: Promise<Buffer> | undefined;

  /** @param directory path of the data directory */
  constructor(directory: string) {
    this.#path = join(directory, secretKeyFile);
  }

  /**
   * Encrypts a secret.
   * @param purpose purpose of the secret; decryption must state the same purpose, so that one stored secret cannot be
   * put in the place of another
   * @throws SecretError when the key file is invalid
   */
  async seal(text: string, purpose: string): Promise<Sealed> {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', await this.#readKey(), nonce);
    cipher.setAAD(Buffer.from(purpose));
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')}`;
  }

  /**
   * Decrypts a secret.
   * @param purpose purpose with which the secret was encrypted
   * @throws SecretError when the key cannot be read, when the secret was encrypted with another key or purpose, or when
   * the stored value has changed
   */
  async open(sealed: Sealed, purpose: string): Promise<string> {
    const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', await this.#readKey(), bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new SecretError(`A stored secret cannot be read with ${secretKeyFile}; enter it again.`, { cause });
    }
  }

  #readKey(): Promise<Buffer> {
    this.#key ??= readOrMake(this.#path).catch((error: unknown) => {
      // The next call reads the key file again, because the failure may have been temporary.
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }
}

async function readOrMake(path: string): Promise<Buffer> {
  try {
    return await readKey(path);
  } catch (error) {
    if (errorOf(error).code !== 'ENOENT') throw error;
  }
  const file = await open(path, 'wx', 0o600);
  const key = randomBytes(keyBytes);
  try {
    await file.writeFile(`${key.toString('base64url')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncDirectory(join(path, '..'));
  return key;
}

/** Reads the key, and restricts its file to the server's user. @throws SecretError when the file contains no key */
async function readKey(path: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url');
  if (key.length !== keyBytes)
    throw new SecretError(`${path} does not hold a key of ${keyBytes} bytes. Restore it from a backup of the data.`);
  // A copied file may have wider permissions.
  await chmod(path, 0o600);
  return key;
}
