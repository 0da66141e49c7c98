import { FailureError } from '../../../infra/failure.ts'
import { refuseSecret } from '../../../keys/private-key.ts'
import {
  type SshPublicKey,
  readPublicKeys,
  sameSshKey,
  sshKeyLine,
} from '../../../keys/ssh-public-key.ts'

/** Longest comment that is sent; the service throws it away in any case. */
const longestComment = 200

/**
 * What is sent of a key: its type, its blob, its comment, and nothing else. Checked as if it came from somebody else: it must
 * hold no secret, and be exactly this one public key.
 */
export function lineToSend(file: string, key: SshPublicKey): string {
  const comment = key.comment
    .replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')
    .slice(0, longestComment)
  const line = sshKeyLine({ ...key, comment: comment.trim() })
  // guard: second-check-ssh
  refuseSecret(file, line)
  const { keys, problems } = readPublicKeys(line)
  if (keys.length === 1 && problems.length === 0 && sameSshKey(keys[0]!, key)) return line
  throw new FailureError({
    kind: 'invalid',
    message: `${file} holds no single public key that could be sent.`,
    hint: 'Nothing was sent. Choose the public key again.',
  })
}

/** A title is sent too, and may have been pasted. */
export function refuseSecretTitle(title: string): void {
  refuseSecret('The title', title)
}

/** Refuses an expiry that is over, with which a key would be refused or of no use. */
export function refusePastExpiry(expiresAt: string | undefined, now: number): void {
  // A bare date means its first moment in UTC, as the service reads it.
  if (!expiresAt || Date.parse(expiresAt) > now) return
  throw new FailureError({
    kind: 'invalid',
    message: 'The key would have expired already.',
    hint: 'Choose a later day, or leave the expiry out.',
    fields: { expires_at: ['has passed already'] },
  })
}
