import type { WebContents } from 'electron'
import { type Check, CheckFailed } from '../../core/self-test/checks.ts'
import type { Account } from '../../shared/app/accounts.ts'
import type { Envelope } from '../../shared/failure.ts'
import type { OpenApp } from './open-app.ts'

interface Options {
  /** The page, once it is there. */
  page: () => WebContents
  opened: () => Pick<OpenApp, 'demo' | 'fetch'>
}

const message = 'Self-test'

/** Asks the demo service: as the page does, over the bridge, and directly. */
export function serviceChecks({ page, opened }: Options): Check[] {
  const inPage = (code: string): Promise<unknown> => page().executeJavaScript(code)

  async function invoke<T>(name: string, ...input: unknown[]): Promise<T> {
    const call = [name, ...input].map((value) => JSON.stringify(value)).join()
    const answer = (await inPage(`latchkey.invoke(${call})`)) as Envelope
    if (answer.ok) return answer.value as T
    throw new CheckFailed(`${name} failed: ${answer.failure.kind}.`)
  }

  return [
    {
      name: 'bridge',
      needs: ['preload'],
      async run() {
        const heard = inPage(hearsTheme)
        const [theme] = await Promise.all([heard, invoke('settings.set', { theme: 'dark' })])
        if (theme !== 'dark') throw new CheckFailed('The page was told something else.')
        return 'The page asked, was answered, and was told of a change.'
      },
    },
    {
      name: 'demo',
      needs: ['bridge'],
      async run() {
        const { id } = await invoke<Account>('demo.start', { as: 'user' })
        const status = { emoji: '', message, busy: false, clear: 'never' }
        await invoke('ownStatus.set', status, id)
        const read = await invoke<{ message: string | null }>('ownStatus.get', {}, id)
        if (read.message !== message) throw new CheckFailed('The status set there was not kept.')
        return 'The page signed in to the demo, set a status and read it again.'
      },
    },
    {
      name: 'network',
      needs: ['start'],
      async run() {
        const { fetch, demo } = opened()
        const { url, tokens } = await demo()
        const ask = async (token: string, method: string, path: string, body?: string) => {
          const headers = { 'private-token': token, 'content-type': 'application/json' }
          const answer = await fetch(`${url}/api/v4${path}`, {
            method,
            headers,
            ...(body ? { body } : {}),
          })
          return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
        }
        const expect = (what: string, isRight: boolean) => {
          if (!isRight) throw new CheckFailed(`${what} was not answered as expected.`)
        }
        const refused = await ask('unknown', 'GET', '/user')
        expect('A request with an unknown token', refused.status === 401)
        const read = await ask(tokens.admin, 'GET', '/user')
        expect('A read', read.status === 200 && typeof read.body.id === 'number')
        const write = await ask(tokens.admin, 'PUT', '/user/status', JSON.stringify({ message }))
        expect('A write', write.status === 200 && write.body.message === message)
        return 'Requests read from the demo service and wrote to it.'
      },
    },
  ]
}

const hearsTheme = `new Promise((resolve) => {
  const end = latchkey.on('settings', ({ theme }) => {
    end()
    resolve(theme)
  })
})`
