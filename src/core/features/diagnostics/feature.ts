import type { Account } from '../../../shared/operations/accounts.ts'
import type { AccountContext } from '../../context.ts'
import { t } from '../../platform/messages.ts'
import type { Feature } from '../feature.ts'
import { machineLines, programLine } from './diagnostics.ts'

interface Dependencies {
  jobs: { unsent(account: string): number }
}

const logLines = 50
/** Keeps a page that fails over and over from flooding the log. */
const maxPageFailures = 50

/** The diagnostics report. Guarantee: it contains no users, tokens or filenames. */
export function diagnosticsFeature(
  { accounts, connectivity, ports }: AccountContext,
  { jobs }: Dependencies,
): Feature<'diagnostics'> {
  const { certificates, host, log, version } = ports
  let pageFailures = 0

  function accountLine({ id, baseUrl, isAdmin, demo, token }: Account, withInstances: boolean) {
    const { origin, protocol } = new URL(baseUrl)
    const state = connectivity.list().find((known) => known.account === id)?.state ?? 'unknown'
    const trustedCertificates = certificates.forOrigin(origin).length
    const unsent = jobs.unsent(id)
    return [
      `- ${log.tag(baseUrl)}${withInstances ? ` is ${baseUrl}` : ''}`,
      demo ? 'demo' : protocol.replace(':', ''),
      ...(isAdmin ? ['administrator'] : []),
      `token: ${token}`,
      state,
      ...(trustedCertificates > 0 ? [`own certificates: ${trustedCertificates}`] : []),
      ...(unsent > 0 ? [`not sent: ${unsent}`] : []),
    ].join(', ')
  }

  return {
    handlers: {
      diagnostics: {
        async report({ instances }) {
          const keychain = await accounts.checkKeychain()
          const { accounts: all } = accounts.snapshot()
          const tail = log.file.tail(logLines)
          const lines = [
            t('diagnostics.app', { version, host }),
            ...machineLines(),
            await programLine(),
            t('diagnostics.keychain', { state: keychain.state, name: keychain.name }),
            t('diagnostics.accounts', { count: all.length }),
            ...all.map((account) => accountLine(account, instances)),
            '',
            t('diagnostics.log'),
            ...tail,
            '',
          ]
          return { text: lines.join('\n') }
        },
        /** Logs a page error by its class and where it occurred in Latchkey's own files. */
        pageFailed({ name, stack }) {
          pageFailures += 1
          if (pageFailures > maxPageFailures) return {}
          const error = Object.assign(new Error(''), { name, stack: `\n${stack}` })
          log.error('Error in the page.', { part: 'page', error })
          return {}
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
