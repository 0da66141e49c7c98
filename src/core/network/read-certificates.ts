import { X509Certificate } from 'node:crypto'
import type { Certificate } from '../../shared/app/certificates.ts'
import { FailureError } from '../infra/failure.ts'

const mostInOneFile = 50

/** The certificates in a PEM or DER file. Throws a `FailureError` where it holds none, or a private key. */
export function readCertificates(content: Uint8Array): X509Certificate[] {
  const text = Buffer.from(content).toString('latin1')
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) {
    throw refused(
      'This file holds a private key, which Latchkey has no use for.',
      'Choose a file with the certificate alone; the private key stays with the server.',
    )
  }
  const count = text.split('-----BEGIN ').length - 1
  if (count > mostInOneFile) {
    throw refused(
      `This file holds ${count} certificates.`,
      'Choose the one of the authority that signed your instance’s certificate.',
    )
  }
  const blocks = text.match(
    /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END [^-]+-----/g,
  )
  return blocks ? blocks.map((block) => parsed(block)) : [parsed(content)]
}

/** The certificate of a file that a fingerprint names. */
export function chosenFrom(content: Uint8Array, fingerprint: string): X509Certificate {
  const found = readCertificates(content).find((one) => one.fingerprint256 === fingerprint)
  if (found) return found
  throw refused('The certificate is not in this file any more.', 'Choose the file again.')
}

/** What a person has to know of a certificate before it is trusted. */
export function shownCertificate(certificate: X509Certificate): Certificate {
  return {
    fingerprint: certificate.fingerprint256,
    subject: onOneLine(certificate.subject),
    issuer: onOneLine(certificate.issuer),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    isAuthority: certificate.ca,
    names: certificate.ca ? [] : namesOf(certificate),
  }
}

/** Only a root can be trusted: of one that another signed, that other one is what has to be looked at. */
export function refuseUnlessRoot(certificate: X509Certificate): void {
  if (certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)) return
  throw refused(
    `This certificate was signed by another one: ${onOneLine(certificate.issuer)}.`,
    'Choose the certificate of that authority.',
  )
}

function parsed(source: string | Uint8Array): X509Certificate {
  try {
    return new X509Certificate(typeof source === 'string' ? source.replace('TRUSTED ', '') : source)
  } catch {
    throw refused(
      'This file holds no certificate.',
      'A certificate is a PEM file that begins with “-----BEGIN CERTIFICATE-----”, or a DER file (.crt, .cer).',
    )
  }
}

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName
    .split(', ')
    .flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? [])
}

function onOneLine(distinguishedName: string): string {
  return distinguishedName.split('\n').join(', ')
}

function refused(message: string, hint: string): FailureError {
  return new FailureError({ kind: 'invalid', message, hint, fields: { content: [message] } })
}
