interface ClientCertificate {
  subjectName: string
  issuerName: string
  /** Seconds since 1970. */
  validExpiry: number
}

interface Choice {
  message: string
  detail: string
  /** One for each certificate, and the last for none. */
  buttons: string[]
}

/** What is asked when a service wants to know by a client certificate who we are. */
export function choiceOf(service: string, certificates: readonly ClientCertificate[]): Choice {
  return {
    message: `${hostOf(service)} wants a client certificate.`,
    detail: [
      'Which of this machine’s certificates shall it be shown? It tells the service who you are.',
      ...certificates.map(
        ({ subjectName, issuerName, validExpiry }) =>
          `${plain(subjectName)}, from ${plain(issuerName)}, until ${dateOf(validExpiry)}`,
      ),
    ].join('\n'),
    buttons: [...certificates.map(({ subjectName }) => plain(subjectName)), 'None'],
  }
}

/** The service that asks: Electron names it as `host:port`, and its documentation as an address. */
export function hostOf(service: string): string {
  const url = service.includes('://') ? service : `https://${service}`
  return URL.canParse(url) ? new URL(url).host : 'The service'
}

/** Whoever made a certificate wrote its names. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 80)
}

function dateOf(seconds: number): string {
  const moment = new Date(seconds * 1000)
  return Number.isNaN(moment.getTime()) ? 'nobody knows when' : moment.toISOString().slice(0, 10)
}
