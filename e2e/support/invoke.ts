import type { Page } from '@playwright/test'
// Declares the type of `window.latchkey`.
import type {} from '../../src/renderer/bridge/host/host.ts'
import type { Envelope } from '../../src/shared/rules/failure.ts'

/** Calls an operation directly, as a compromised page or another window could. */
export function invoke(
  page: Page,
  name: string,
  input: object = {},
  account?: string,
): Promise<Envelope> {
  return page.evaluate(
    async (call): Promise<Envelope> => {
      if (window.latchkey) return window.latchkey.invoke(call.name, call.input, call.account)
      const answer = await fetch('/invoke', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${sessionStorage.getItem('latchkey-tab')}`,
        },
        body: JSON.stringify(call),
      })
      return answer.json()
    },
    { name, input, account },
  )
}
