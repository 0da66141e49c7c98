import { createFailureError, invalidInputError } from '../platform/failures.ts'
import type { PrivateKeyState } from '../../shared/operations/private-keys.ts'
import type { LocalSshKey } from '../../shared/operations/local-keys.ts'
import { FailureError } from '../platform/failure.ts'
import { textOf } from '../platform/messages.ts'
import { opensWithoutPassphrase } from '../keys/passphrase.ts'
import { passphraseCommand } from '../keys/public-key-command.ts'
import { readAgent } from '../keys/ssh-agent.ts'
import { readPublicKeys } from '../keys/ssh-public-key.ts'
import { inTurn, reasonOf } from './changes/apply.ts'
import { addToAgent, removeFromAgent } from './changes/make-key.ts'
import type { RecordedChanges } from './changes/recorded-changes.ts'
import { passphraseRefusal, setPassphrase } from './changes/set-passphrase.ts'
import { expandHome } from './home-paths.ts'
import type { LocalSshFiles } from './survey/survey.ts'

interface PrivateKeysOptions {
  home: string
  environment: NodeJS.ProcessEnv
  asksAgents: boolean
  changes: RecordedChanges
  scanKeys(): Promise<LocalSshFiles>
}

/** The passphrases of private keys in `~/.ssh`, and whether the agent has the keys. */
export class PrivateKeys {
  readonly #options: PrivateKeysOptions

  constructor(options: PrivateKeysOptions) {
    this.#options = options
  }

  async state(localKeyId: string): Promise<PrivateKeyState> {
    const { key, file, path } = await this.#find(localKeyId)
    const { environment, asksAgents } = this.#options
    const [agent, isOpen] = await Promise.all([
      asksAgents ? readAgent(environment) : undefined,
      opensWithoutPassphrase(path, environment),
    ])
    const refusal = passphraseRefusal(path, file, key)
    // The pipe for passphrases needs a POSIX shell.
    const needsCommand = !refusal && process.platform === 'win32'
    return {
      file,
      // Without ssh-keygen, only the file tells.
      hasPassphrase: isOpen ? false : (key.hasPassphrase ?? true),
      ...(refusal && { refusal: textOf(refusal) }),
      ...(needsCommand && { command: passphraseCommand(path) }),
      hasAgent: agent?.state === 'running',
      isInAgent: agent?.keys.some(({ fingerprint }) => fingerprint === key.fingerprint) ?? false,
    }
  }

  async setPassphrase({
    localKeyId,
    current = '',
    passphrase,
  }: {
    localKeyId: string
    current?: string | undefined
    passphrase: string
  }): Promise<PrivateKeyState> {
    const { environment, changes } = this.#options
    return this.#change(localKeyId, async ({ key, file, path }) => {
      const refusal = passphraseRefusal(path, file, key)
      if (refusal) throw invalidInputError(refusal)
      const publicKey = publicKeyOf(key)
      await setPassphrase({ path, publicKey, current, passphrase, environment, changes })
    })
  }

  addToAgent({
    localKeyId,
    passphrase = '',
  }: {
    localKeyId: string
    passphrase?: string | undefined
  }): Promise<PrivateKeyState> {
    const { environment, changes } = this.#options
    return this.#change(localKeyId, async ({ key, path }) => {
      changes.begin()
      await addToAgent({ environment, path, passphrase })
      const { fingerprint, blob } = publicKeyOf(key)
      changes.record({ kind: 'agent-key', path, fingerprint, blob })
    })
  }

  removeFromAgent(localKeyId: string): Promise<PrivateKeyState> {
    const { environment } = this.#options
    return this.#change(localKeyId, ({ path }) => removeFromAgent(path, environment))
  }

  async #change(
    localKeyId: string,
    change: (key: FoundKey) => Promise<void>,
  ): Promise<PrivateKeyState> {
    await inTurn(this.#options.changes, async () => {
      const key = await this.#find(localKeyId)
      try {
        await change(key)
      } catch (error) {
        if (error instanceof FailureError) throw error
        throw invalidInputError(reasonOf(error))
      }
    })
    return this.state(localKeyId)
  }

  async #find(localKeyId: string): Promise<FoundKey> {
    const { keys } = await this.#options.scanKeys()
    const key = keys.find((other) => other.localKeyId === localKeyId)
    if (!key) {
      throw createFailureError('keys.notFoundHere')
    }
    const { privateKey: file } = key
    if (file === undefined) throw createFailureError('setup.onlyInAgent')
    return { key, file, path: expandHome(file, this.#options.home) }
  }
}

/** A key with the path of its private key, for display and for use. */
interface FoundKey {
  key: LocalSshKey
  file: string
  path: string
}

function publicKeyOf({ publicKey }: LocalSshKey) {
  return readPublicKeys(publicKey).keys[0]!
}
