import { type Certificate, app, dialog } from 'electron'
import type { OwnCertificates } from '../core/platform/network/own-certificates.ts'
import { isIssuedDespiteVerdict } from '../core/platform/network/own-chain.ts'
import { describeChoice, serviceHost } from '../core/platform/network/client-certificates.ts'
import type { Trust } from './network.ts'
import { currentTime } from '../shared/rules/clock.ts'

const accept = 0
const chromiumVerdict = -3
const networkService = 'network.mojom.NetworkService'

/**
 * Accepts user-trusted certificates for their hosts. Guarantee: Chromium's verdict applies in all other cases,
 * including errors other than an unknown authority.
 */
export function setupCertificates(
  certificates: Pick<OwnCertificates, 'forHost' | 'onChange'>,
): Trust & ClientCertificates {
  const clientCertificates = setupClientCertificates()
  const listeners = new Set<() => void>()
  return {
    askAgain() {
      // Chromium keeps the lack of a selection in its sessions, too.
      if (clientCertificates.askAgain()) for (const listener of listeners) listener()
    },
    apply(session) {
      session.setCertificateVerifyProc(({ hostname, certificate, errorCode }, answer) => {
        const server = { hostname, chain: certificateChain(certificate), errorCode }
        const hostCertificates = certificates.forHost(hostname)
        answer(
          isIssuedDespiteVerdict(hostCertificates, server, currentTime())
            ? accept
            : chromiumVerdict,
        )
      })
    },
    onChange(listener) {
      listeners.add(listener)
      certificates.onChange(listener)
      app.on('child-process-gone', (_, { serviceName }) => {
        // All sessions lose their verify procedures when the network process restarts.
        if (serviceName === networkService) listener()
      })
    },
  }
}

/** The user's choices of client certificates. */
export interface ClientCertificates {
  /** Asks again where the user chose none, when the next request needs one. */
  askAgain(): void
}

/**
 * Lets the user select a client certificate from the system's store, once per host. Chromium prompts for every session
 * and every parallel request, so the selection is kept until the app quits or the certificates change. `askAgain`
 * returns whether the user chose none anywhere.
 */
function setupClientCertificates(): { askAgain(): boolean } {
  const answers = new Map<string, Promise<number>>()
  const declined = new Set<string>()
  app.on('select-client-certificate', (event, _, url, list, answer) => {
    event.preventDefault()
    const question = [serviceHost(url), ...list.map(({ fingerprint }) => fingerprint)].join('\n')
    const ask = () =>
      askForCertificate(url, list).catch(() => {
        answers.delete(question)
        return list.length
      })
    const selected = answers.get(question) ?? ask()
    answers.set(question, selected)
    void selected.then((index) => {
      if (list[index]) return answer(list[index])
      declined.add(question)
      answer()
    })
  })
  return {
    askAgain() {
      const wasDeclined = declined.size > 0
      for (const question of declined) answers.delete(question)
      declined.clear()
      return wasDeclined
    },
  }
}

/** Returns the index of the selected certificate, or `list.length` for none. */
async function askForCertificate(url: string, list: Certificate[]): Promise<number> {
  const { message, detail, buttons } = describeChoice(url, list)
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message,
    detail,
    buttons,
    defaultId: buttons.length - 1,
    cancelId: buttons.length - 1,
  })
  return response
}

function certificateChain(certificate: Certificate): string[] {
  const chain: string[] = []
  for (
    let current: Certificate | undefined = certificate;
    current && chain.length < 10;
    current = current.issuerCert
  ) {
    chain.push(current.data)
  }
  return chain
}
