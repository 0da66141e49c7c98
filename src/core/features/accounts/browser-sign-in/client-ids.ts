import { z } from 'zod'
import type { JsonFile } from '../../../platform/files/json-file.ts'
import { isClientId } from '../../../accounts/sign-in-link.ts'

/** The applications through which users signed in, by instance URL. */
export const Applications = z.object({
  clientIds: z.record(z.string(), z.string().refine(isClientId)).catch({}).default({}),
})
export type Applications = z.output<typeof Applications>

/** Latchkey's application on gitlab.com, which its publisher registers. Empty until then. */
const gitlabComClientId = ''

/** Finds the application through which users sign in to an instance. */
export class ClientIds {
  readonly #file: JsonFile<Applications>
  readonly #configured: (baseUrl: string) => string | undefined

  /** `configured` are the company's, which precede all others. */
  constructor(
    file: JsonFile<Applications>,
    configured: (baseUrl: string) => string | undefined = () => undefined,
  ) {
    this.#file = file
    this.#configured = configured
  }

  of(baseUrl: string): string | undefined {
    const { clientIds } = this.#file.read()
    const remembered = Object.hasOwn(clientIds, baseUrl) ? clientIds[baseUrl] : undefined
    const published = baseUrl === 'https://gitlab.com' ? gitlabComClientId : undefined
    return this.#configured(baseUrl) || remembered || published || undefined
  }

  /** Remembers an application with which somebody signed in. */
  remember(baseUrl: string, clientId: string): void {
    const { clientIds } = this.#file.read()
    if (clientIds[baseUrl] === clientId) return
    this.#file.saveOrReport({ clientIds: { ...clientIds, [baseUrl]: clientId } })
  }
}
