import { createFailureError } from '../failures.ts'
import { X509Certificate } from 'node:crypto'
import type { Certificate } from '../../../shared/operations/certificates.ts'

const maxInOneFile = 50

/** Reads the certificates in a PEM or DER file. Throws a `FailureError` if it contains none, or a private key. */
export function readCertificates(content: Uint8Array): X509Certificate[] {
  const text = Buffer.from(content).toString('latin1')
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) {
    throw createFailureError('network.privateKey')
  }
  const count = text.split('-----BEGIN ').length - 1
  if (count > maxInOneFile) {
    throw createFailureError('network.manyCertificates', { count })
  }
  const blocks = text.match(
    /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END [^-]+-----/g,
  )
  return blocks ? blocks.map((block) => parseCertificate(block)) : [parseCertificate(content)]
}

/** Finds the certificate with this fingerprint in a file. */
export function findCertificate(content: Uint8Array, fingerprint: string): X509Certificate {
  const match = readCertificates(content).find((one) => one.fingerprint256 === fingerprint)
  if (match) return match
  throw createFailureError('network.fileChanged')
}

/** The details to show before a certificate is trusted. */
export function describeCertificate(certificate: X509Certificate): Certificate {
  return {
    fingerprint: certificate.fingerprint256,
    subject: onOneLine(certificate.subject),
    issuer: onOneLine(certificate.issuer),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    isAuthority: certificate.ca,
    names: certificate.ca ? [] : serverNames(certificate),
  }
}

/** Only a root can be trusted; for any other certificate, its issuer must be. */
export function assertIsRoot(certificate: X509Certificate): void {
  if (certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)) return
  throw createFailureError('network.notRoot', { issuer: onOneLine(certificate.issuer) })
}

function parseCertificate(source: string | Uint8Array): X509Certificate {
  try {
    return new X509Certificate(typeof source === 'string' ? source.replace('TRUSTED ', '') : source)
  } catch {
    throw createFailureError('network.noCertificate')
  }
}

function serverNames({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName
    .split(', ')
    .flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? [])
}

function onOneLine(distinguishedName: string): string {
  return distinguishedName.split('\n').join(', ')
}
