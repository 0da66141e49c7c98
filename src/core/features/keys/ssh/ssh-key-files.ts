import type { LocalSshKey } from '../../../../shared/app/local-keys.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import { FailureError } from '../../../infra/failure.ts'
import type { KeyKind } from '../key-kind.ts'
import type { LocalKeys } from '../local-keys.ts'
import { isForOpenSsh } from './scan.ts'
import type { SshKeyTypes } from './ssh-key-kind.ts'

/** The SSH keys of this computer for the setup check. */
export class SshKeyFiles {
  readonly #kind: KeyKind<SshKeyTypes>
  readonly #keys: LocalKeys<SshKeyTypes>

  constructor(kind: KeyKind<SshKeyTypes>, keys: LocalKeys<SshKeyTypes>) {
    this.#kind = kind
    this.#keys = keys
  }

  /** The public keys of `~/.ssh`, and the names of all files with a private key that OpenSSH reads. */
  async scan(): Promise<{ keys: LocalSshKey[]; privateKeys: string[] }> {
    const rows = await this.#keys.scan()
    return {
      keys: rows.filter((row) => row.kind === 'key').filter(({ agent }) => agent === undefined),
      privateKeys: rows.flatMap((row) => {
        if (row.kind === 'key') return row.privateKey === row.file ? [row.file] : []
        return row.kind === 'refused' && isForOpenSsh(row.format) ? [row.file] : []
      }),
    }
  }

  /** Adds a public key to an account, after the checks of every import. Throws why it could not. */
  async add(me: AccountService, publicKey: string, title: string): Promise<void> {
    const [row] = await this.#keys.read([{ name: title, text: publicKey }])
    if (row?.kind !== 'key') throw unreadable(title)
    const { localKeyId } = row
    const [result] = await this.#keys.importAll(this.#kind.own(me), [{ localKeyId, title }])
    if (result?.outcome === 'failed') throw new FailureError(result.failure)
    if (result?.outcome === 'taken' && result.where !== 'this-account') {
      throw new FailureError({ kind: 'conflict', message: result.message, hint: result.hint })
    }
  }
}

function unreadable(file: string): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('keyFiles.problem', {
      file,
      reason: message('keyFiles.notReadableAsKey'),
    }),
  })
}
