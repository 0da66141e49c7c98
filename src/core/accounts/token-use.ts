import type { Target } from '../service-client/service-client.ts'
import type { AccountRecords } from './account-records.ts'
import type { AccountTokens } from './account-tokens.ts'
import { rotationUnavailableError } from './rotation-failure.ts'
import type { TokenAccess } from './token-access.ts'
import { TokenGate } from './token-gate.ts'
import { TokenRotation, type TokenRotationPorts } from './token-rotation.ts'

export interface TokenUsePorts extends Omit<TokenRotationPorts, 'gate'> {
  records: AccountRecords
  tokens: AccountTokens
  /** Called after a rotation that gave an account another token. */
  onReplaced(id: string): void
  /** Called after every attempt at a rotation. */
  onTried(id: string): void
}

/** Sends requests with the tokens of accounts, and changes the tokens between them. */
export class TokenUse {
  readonly #ports: TokenUsePorts
  readonly #gate = new TokenGate()
  readonly #rotation: TokenRotation

  constructor(ports: TokenUsePorts) {
    this.#ports = ports
    this.#rotation = new TokenRotation({ ...ports, gate: this.#gate })
  }

  /** What is left to do of a rotation. */
  get stateOf(): TokenRotation['stateOf'] {
    return (record) => this.#rotation.stateOf(record)
  }

  /** Fails if the token can't be read. While it is rotated, this waits; a rotation waits for the end of this. */
  async withTarget<T>(id: string, send: (target: Target) => Promise<T>): Promise<T> {
    const { records, tokens } = this.#ports
    for (;;) {
      const { baseUrl } = records.get(id)
      if (this.#rotation.isOpen(records.get(id))) await this.settle(id)
      const sent = await this.#gate.use(id, async () => {
        const record = records.get(id)
        if (this.#rotation.isOpen(record)) return undefined
        const token = await tokens.get(record)
        return { answer: await send({ baseUrl, token, isAdmin: record.isAdmin }) }
      })
      if (sent) return sent.answer
    }
  }

  /** What a new token may do; the one that it replaces is asked, too. */
  async check(...check: Parameters<AccountTokens['checkNewToken']>): Promise<TokenAccess> {
    const [, { replaced }] = check
    const run = () => this.#ports.tokens.checkNewToken(...check)
    return replaced ? this.#gate.use(replaced.id, run) : run()
  }

  /** Changes an account and its token, while no rotation does. */
  async change<T>(id: string | undefined, change: () => Promise<T>): Promise<T> {
    const run = () => this.#ports.inOrder(change)
    return id === undefined ? run() : this.#gate.change(id, run)
  }

  async rotate(id: string, expiresAt?: string): Promise<void> {
    const record = this.#ports.records.get(id)
    if (record.accessToken?.canRotate !== true) throw rotationUnavailableError()
    await this.#attempt(id, () => this.#rotation.rotate(id, expiresAt))
  }

  /** Stores a rotated token that is in memory only. */
  async save(id: string): Promise<void> {
    this.#ports.records.get(id)
    await this.#attempt(id, () => this.#rotation.save(id))
  }

  /** Finds out which token is the right one; `again` also where the new one counts as lost. */
  async settle(id: string, options?: { again: boolean }): Promise<void> {
    await this.#attempt(id, () => this.#rotation.settle(id, options))
  }

  async #attempt(id: string, change: () => Promise<void>): Promise<void> {
    try {
      await change()
      this.#ports.onReplaced(id)
    } finally {
      if (this.#ports.records.find(id)) this.#ports.onTried(id)
    }
  }
}
