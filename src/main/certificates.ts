import { type Certificate, type Session, app, dialog } from 'electron'
import type { OwnCertificates } from '../core/network/own-certificates.ts'
import { mayProve } from '../core/network/own-chain.ts'
import { choiceOf } from '../core/network/client-certificates.ts'

const accept = 0
const asChromiumSays = -3

/**
 * Lets own certificates count for their hosts. Promise: Chromium's verdict stands in every other case, and where it refused
 * for any other reason than an authority that it does not know.
 */
export function setupCertificates(certificates: OwnCertificates, sessions: Session[]): void {
  for (const session of sessions) {
    const verify = () =>
      session.setCertificateVerifyProc(({ hostname, certificate, errorCode }, answer) => {
        const server = { hostname, chain: chainOf(certificate), errorCode }
        const isProven = mayProve(certificates.ofHost(hostname), server, Date.now())
        answer(isProven ? accept : asChromiumSays)
      })
    verify()
    certificates.onChange(() => {
      // Chromium remembers verdicts and keeps connections; both may be of before.
      verify()
      void session.closeAllConnections()
    })
  }
  setupClientCertificates()
}

/** Client certificates come from the system's store; which one is shown to whom is asked. */
function setupClientCertificates(): void {
  app.on('select-client-certificate', (event, _, url, list, answer) => {
    event.preventDefault()
    const { message, detail, buttons } = choiceOf(url, list)
    const chosen = dialog.showMessageBoxSync({
      type: 'question',
      message,
      detail,
      buttons,
      defaultId: buttons.length - 1,
      cancelId: buttons.length - 1,
    })
    const certificate = list[chosen]
    if (certificate) answer(certificate)
    else answer()
  })
}

function chainOf(certificate: Certificate): string[] {
  const chain: string[] = []
  for (
    let one: Certificate | undefined = certificate;
    one && chain.length < 10;
    one = one.issuerCert
  ) {
    chain.push(one.data)
  }
  return chain
}
