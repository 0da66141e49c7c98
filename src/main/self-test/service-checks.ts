import type { WebContents } from 'electron'
import { t } from '../../core/platform/messages.ts'
import { type SelfCheck, CheckFailed } from '../../core/platform/self-test/run-checks.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import type { Envelope } from '../../shared/rules/failure.ts'
import type { MessageId } from '../../shared/messages/message.ts'
import type { OpenApp } from './open-app.ts'

interface Options {
  /** The page, once loaded. */
  page: () => WebContents
  opened: () => Pick<OpenApp, 'demo' | 'fetch'>
}

const statusMessage = 'Self-test'

/** Calls the demo instance over the bridge, as the page does, and directly. */
export function serviceChecks({ page, opened }: Options): SelfCheck[] {
  const evaluate = (code: string): Promise<unknown> => page().executeJavaScript(code)

  async function invoke<T>(name: string, ...input: unknown[]): Promise<T> {
    const call = [name, ...input].map((value) => JSON.stringify(value)).join()
    const answer = (await evaluate(`latchkey.invoke(${call})`)) as Envelope
    if (answer.ok) return answer.value as T
    throw new CheckFailed(t('selfTest.callFailed', { name, kind: answer.failure.kind }))
  }

  return [
    {
      name: 'bridge',
      needs: ['preload'],
      async run() {
        const themeChange = evaluate(untilThemeChanges)
        const [theme] = await Promise.all([themeChange, invoke('settings.set', { theme: 'dark' })])
        if (theme !== 'dark') throw new CheckFailed(t('selfTest.bridgeAnswerMissing'))
      },
    },
    {
      name: 'demo',
      needs: ['bridge'],
      async run() {
        const { id } = await invoke<Account>('demo.start', { as: 'user' })
        const status = { emoji: '', message: statusMessage, busy: false, clear: 'never' }
        await invoke('ownStatus.set', status, id)
        const read = await invoke<{ message: string | null }>('ownStatus.get', {}, id)
        if (read.message !== statusMessage) throw new CheckFailed(t('selfTest.demoStatusLost'))
      },
    },
    networkCheck(opened),
  ]
}

/** Sends requests to the demo instance directly. */
function networkCheck(opened: Options['opened']): SelfCheck {
  return {
    name: 'network',
    needs: ['start'],
    async run() {
      const { fetch, demo } = opened()
      const { url, tokens } = await demo()
      const request = async (token: string, method: string, path: string, body?: string) => {
        const headers = { 'private-token': token, 'content-type': 'application/json' }
        const answer = await fetch(`${url}/api/v4${path}`, {
          method,
          headers,
          ...(body ? { body } : {}),
        })
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      }
      const expect = (isRight: boolean, otherwise: MessageId) => {
        if (!isRight) throw new CheckFailed(t(otherwise))
      }
      const refused = await request('unknown', 'GET', '/user')
      expect(refused.status === 401, 'selfTest.unknownTokenUnexpected')
      const read = await request(tokens.admin, 'GET', '/user')
      expect(read.status === 200 && typeof read.body.id === 'number', 'selfTest.readUnexpected')
      const write = await request(
        tokens.admin,
        'PUT',
        '/user/status',
        JSON.stringify({ message: statusMessage }),
      )
      expect(
        write.status === 200 && write.body.message === statusMessage,
        'selfTest.writeUnexpected',
      )
    },
  }
}

const untilThemeChanges = `new Promise((resolve) => {
  const end = latchkey.on('settings', ({ theme }) => {
    end()
    resolve(theme)
  })
})`
