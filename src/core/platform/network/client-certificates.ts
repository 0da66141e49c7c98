import { toPlainLine } from '../../../shared/rules/hidden-characters.ts'
import { t } from '../messages.ts'
import { truncate } from '../../../shared/rules/text-length.ts'

interface ClientCertificate {
  subjectName: string
  issuerName: string
  /** Seconds since 1970. */
  validExpiry: number
}

interface Choice {
  message: string
  detail: string
  /** One option per certificate, then one for none. */
  buttons: string[]
}

/** The prompt for the client certificate that GitLab requires. */
export function describeChoice(
  service: string,
  certificates: readonly ClientCertificate[],
): Choice {
  return {
    message: t('network.clientCertificate', { host: serviceHost(service) }),
    detail: [t('network.chooseCertificate'), ...certificates.map(describeCertificate)].join('\n'),
    buttons: [
      ...certificates.map(({ subjectName }) => cleanName(subjectName)),
      t('network.noClientCertificate'),
    ],
  }
}

/** The instance's host. Electron passes `host:port`, although its documentation promises a URL. */
export function serviceHost(service: string): string {
  const url = service.includes('://') ? service : `https://${service}`
  return URL.parse(url)?.host ?? t('network.server')
}

/** Names in a certificate may contain any characters. */
function cleanName(name: string): string {
  return truncate(toPlainLine(name), 80)
}

function describeCertificate({ subjectName, issuerName, validExpiry }: ClientCertificate): string {
  const names = { subject: cleanName(subjectName), issuer: cleanName(issuerName) }
  const end = new Date(validExpiry * 1000)
  if (Number.isNaN(end.getTime())) return t('network.certificateOptionUndated', names)
  return t('network.certificateOption', { ...names, date: end.toISOString().slice(0, 10) })
}
