import { createFailureError } from '../failures.ts'
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Certificate, OwnCertificate } from '../../../shared/operations/certificates.ts'
import { normalizeBaseUrl } from './base-url.ts'
import { type JsonFile, jsonFile } from '../files/json-file.ts'
import type { DocumentName } from '../files/own-files.ts'
import { isolate } from '../log/isolate.ts'
import type { LogFunction } from '../log/log.ts'
import {
  findCertificate,
  readCertificates,
  assertIsRoot,
  describeCertificate,
} from './read-certificates.ts'

/** A certificate in PEM, and the only origin that it is trusted for. */
export interface TrustedCertificate {
  origin: string
  pem: string
}

const CertificatesFile = z.object({
  trusted: z
    .array(z.object({ origin: z.url(), pem: z.string().refine(isCertificate) }))
    .default([]),
})

/**
 * Certificates that the user or their company trusts for an instance. Guarantee: each is only valid for the origin it
 * was selected for, and none of the user's is ever trusted unless its fingerprint was shown first.
 */
export class OwnCertificates {
  readonly #file: JsonFile<z.output<typeof CertificatesFile>>
  #managed: readonly TrustedCertificate[] = []
  readonly #listeners = new Set<() => void>()
  readonly #log: LogFunction

  constructor(dataFolder: string, log: LogFunction) {
    this.#log = log
    this.#file = jsonFile(
      join(dataFolder, 'certificates.json' satisfies DocumentName),
      CertificatesFile,
      log,
    )
  }

  /** The certificates trusted for an origin, in PEM. */
  forOrigin(origin: string): string[] {
    return this.#all().flatMap((one) => (one.origin === origin ? [one.pem] : []))
  }

  /** The certificates trusted for a host on any port. */
  forHost(hostname: string): string[] {
    const isForHost = (origin: string) =>
      new URL(origin).hostname.replace(/^\[|\]$/g, '') === hostname
    return this.#all().flatMap(({ origin, pem }) => (isForHost(origin) ? [pem] : []))
  }

  /** Calls back after every change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Also trusts the company's certificates, which users can't remove. */
  manage(managed: readonly TrustedCertificate[]): void {
    this.#managed = managed
    this.#notify()
  }

  #all(): readonly TrustedCertificate[] {
    return [...this.#managed, ...this.#file.read().trusted]
  }

  /** The user's own. */
  list(): OwnCertificate[] {
    return this.#file.read().trusted.map(({ origin, pem }) => ({
      origin,
      certificate: describeCertificate(new X509Certificate(pem)),
    }))
  }

  examine(content: Uint8Array): Certificate[] {
    return readCertificates(content).map(describeCertificate)
  }

  trust(typed: string, content: Uint8Array, fingerprint: string): OwnCertificate[] {
    const { origin, protocol } = new URL(normalizeBaseUrl(typed).baseUrl)
    if (protocol !== 'https:') throw createFailureError('network.notEncrypted', { origin })
    const certificate = findCertificate(content, fingerprint)
    assertIsRoot(certificate)
    this.#write([...this.#without(origin, fingerprint), { origin, pem: certificate.toString() }])
    return this.list()
  }

  forget(origin: string, fingerprint: string): OwnCertificate[] {
    this.#write(this.#without(origin, fingerprint))
    return this.list()
  }

  /** Removes all trusted certificates. */
  clear(): void {
    this.#file.remove()
    this.#notify()
  }

  #without(origin: string, fingerprint: string) {
    return this.#file
      .read()
      .trusted.filter(
        (one) =>
          one.origin !== origin || new X509Certificate(one.pem).fingerprint256 !== fingerprint,
      )
  }

  #write(trusted: TrustedCertificate[]): void {
    this.#file.write({ trusted })
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) isolate(this.#log, listener)
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint256 !== ''
  } catch {
    return false
  }
}
