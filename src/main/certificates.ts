import { type Certificate, type Session, app, dialog } from 'electron'
import type { OwnCertificates } from '../core/network/own-certificates.ts'
import { isProvenDespiteVerdict } from '../core/network/own-chain.ts'
import { describeChoice, serviceHost } from '../core/network/client-certificates.ts'
import type { SessionUse } from './network.ts'
import { currentTime } from '../shared/clock.ts'

const accept = 0
const chromiumVerdict = -3

/**
 * Accepts own certificates for their hosts, in each session. Promise: in every other case Chromium's verdict stands, also if it
 * refused for any other reason than an unknown authority.
 */
export function setupCertificates(
  certificates: Pick<OwnCertificates, 'forHost' | 'onChange'>,
): (session: Session, use: SessionUse) => void {
  setupClientCertificates()
  return (session, use) => {
    const verify = () =>
      session.setCertificateVerifyProc(({ hostname, certificate, errorCode }, answer) => {
        const server = { hostname, chain: certificateChain(certificate), errorCode }
        const isProven = isProvenDespiteVerdict(
          certificates.forHost(hostname),
          server,
          currentTime(),
        )
        answer(isProven ? accept : chromiumVerdict)
      })
    verify()
    certificates.onChange(() => {
      // Chromium remembers verdicts and keeps connections; both may be out of date.
      verify()
      // A write in progress would be lost with them, and the next one opens a new connection anyway.
      if (use === 'reads') void session.closeAllConnections()
    })
  }
}

/**
 * Client certificates come from the system's store, and the user chooses which one a host gets. Every session and every parallel
 * request would ask, so an answer is kept until the app quits or the certificates change.
 */
function setupClientCertificates(): void {
  const answers = new Map<string, number>()
  app.on('select-client-certificate', (event, _, url, list, answer) => {
    event.preventDefault()
    const question = [serviceHost(url), ...list.map(({ fingerprint }) => fingerprint)].join('\n')
    const chosen = answers.get(question) ?? askForCertificate(url, list)
    answers.set(question, chosen)
    const certificate = list[chosen]
    if (certificate) answer(certificate)
    else answer()
  })
}

/** The index of the chosen certificate; the one after the last for none. */
function askForCertificate(url: string, list: Certificate[]): number {
  const { message, detail, buttons } = describeChoice(url, list)
  return dialog.showMessageBoxSync({
    type: 'question',
    message,
    detail,
    buttons,
    defaultId: buttons.length - 1,
    cancelId: buttons.length - 1,
  })
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
