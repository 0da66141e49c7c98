import type { Account } from '../../../shared/operations/accounts.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { DemoService } from '../../ports.ts'

/** The demo: a built-in service in memory, whose accounts end with it. */
export class Demo {
  readonly #accounts: Accounts
  readonly #startService: () => Promise<DemoService>
  #service: Promise<DemoService> | undefined

  constructor(accounts: Accounts, startService: () => Promise<DemoService>) {
    this.#accounts = accounts
    this.#startService = startService
  }

  async start(as: 'user' | 'admin'): Promise<Account> {
    this.#service ??= this.#startService()
    const { url, tokens } = await this.#service.catch((error: unknown) => {
      this.#service = undefined
      throw error
    })
    return this.#accounts.add({ baseUrl: url, token: tokens[as] }, { demo: true })
  }

  async stop(): Promise<void> {
    await (await this.#service)?.stop()
  }
}
