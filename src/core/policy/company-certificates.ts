import type { X509Certificate } from 'node:crypto'
import { readRegularFile } from '../platform/files/regular-file.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { normalizeBaseUrl } from '../platform/network/base-url.ts'
import type { TrustedCertificate } from '../platform/network/own-certificates.ts'
import { assertIsRoot, readCertificates } from '../platform/network/read-certificates.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'

const maxBytes = 1024 * 1024

/** The authorities of the company's instances, each for its own instance. One that can't be used is logged. */
export function companyCertificates(
  { values }: ManagedPolicy,
  log: LogFunction,
): TrustedCertificate[] {
  const certificates: TrustedCertificate[] = []
  for (const { url, caFile } of values.instances ?? []) {
    if (caFile === undefined) continue
    const { origin } = new URL(normalizeBaseUrl(url).baseUrl)
    const add = (certificate: X509Certificate) => {
      assertIsRoot(certificate)
      certificates.push({ origin, pem: certificate.toString() })
    }
    const attempt = (act: () => void) => {
      try {
        act()
      } catch (error) {
        log("A company's certificate can't be used.", { instance: origin, document: caFile, error })
      }
    }
    attempt(() => {
      for (const certificate of readCertificates(readRegularFile(caFile, maxBytes)))
        attempt(() => add(certificate))
    })
  }
  return certificates
}
