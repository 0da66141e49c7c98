import { type WebContents, app } from 'electron'
import { t } from '../../core/platform/messages.ts'
import { type SelfCheck, CheckFailed } from '../../core/platform/self-test/run-checks.ts'
import { pageHeaders } from '../../shared/rules/page-policy.ts'
import { appOrigin } from '../app-protocol.ts'

/** Opens a window and returns its page. */
type OpenPage = () => WebContents

/** Opens the hidden window and checks the page's preload, policy, and screens. */
export function pageChecks(openPage: OpenPage): { checks: SelfCheck[]; page: OpenPage } {
  let contents: WebContents | undefined
  const page = () => {
    if (!contents) throw new CheckFailed(t('selfTest.noWindow'))
    return contents
  }
  const evaluate = (code: string): Promise<unknown> => page().executeJavaScript(code)

  return {
    page,
    checks: [
      {
        name: 'page',
        needs: ['start'],
        async run() {
          const loaded = untilLoaded()
          contents = openPage()
          await loaded
          if ((await evaluate('location.origin')) !== appOrigin) {
            throw new CheckFailed(t('selfTest.pageWrong'))
          }
        },
      },
      {
        name: 'preload',
        needs: ['page'],
        async run() {
          const globals = JSON.stringify(await evaluate(visibleGlobals))
          if (globals !== JSON.stringify({ bridge: ['invoke', 'on', 'pathOf'], node: [] })) {
            throw new CheckFailed(t('selfTest.preloadWrong', { seen: globals }))
          }
        },
      },
      policyCheck(evaluate),
      {
        name: 'screens',
        needs: ['preload'],
        async run() {
          await evaluate(untilMounted)
        },
      },
    ],
  }
}

/** Checks that the policy is sent and enforced. */
function policyCheck(evaluate: (code: string) => Promise<unknown>): SelfCheck {
  return {
    name: 'content-security-policy',
    needs: ['page'],
    async run() {
      const name = 'content-security-policy'
      const policy = await evaluate(`fetch('/').then(({ headers }) => headers.get('${name}'))`)
      if (policy === null) throw new CheckFailed(t('selfTest.policyMissing'))
      if (policy !== pageHeaders[name]) {
        throw new CheckFailed(t('selfTest.policyDifferent'))
      }
      if ((await evaluate(canEvaluateCode)) !== false) {
        throw new CheckFailed(t('selfTest.policyIneffective'))
      }
    },
  }
}

/** Resolves when the next page has loaded, and rejects with the reason if it fails to load. */
function untilLoaded(): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new CheckFailed(why))
    app.once('web-contents-created', (_, contents) => {
      contents.once('did-finish-load', () => resolve())
      contents.once('did-fail-load', (_event, code) =>
        fail(t('selfTest.loadFailed', { code: String(code) })),
      )
      contents.once('render-process-gone', (_event, { reason }) =>
        fail(t('selfTest.pageEnded', { reason })),
      )
    })
  })
}

// Code for the page is written as text, because the main process has no DOM types.

const visibleGlobals = `({
  bridge: Object.keys(window.latchkey ?? {}).sort(),
  node: Object.entries({
    require: typeof require,
    process: typeof process,
    module: typeof module,
    Buffer: typeof Buffer,
  }).flatMap(([name, type]) => (type === 'undefined' ? [] : [name])),
})`

const canEvaluateCode = `(() => {
  try {
    return new Function('return true')()
  } catch {
    return false
  }
})()`

const untilMounted = `new Promise((resolve) => {
  const look = () =>
    document.querySelector('#app')?.childElementCount > 0 ? resolve() : setTimeout(look, 50)
  look()
})`
