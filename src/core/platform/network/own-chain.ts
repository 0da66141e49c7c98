import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

const maxChain = 8
const serverAuthentication = '1.3.6.1.5.5.7.3.1'
const anyUse = '2.5.29.37.0'

interface Server {
  hostname: string
  /** The certificates received, in PEM: the server's own first, the others in any order. */
  chain: readonly string[]
}

// net::ERR_CERT_AUTHORITY_INVALID
const unknownAuthority = -202

/** Whether a selected certificate vouches for a server that Chromium rejected only for its unknown authority. */
export function isIssuedDespiteVerdict(
  own: readonly string[],
  { errorCode, ...server }: Server & { errorCode: number },
  now: number,
): boolean {
  return errorCode === unknownAuthority && own.length > 0 && isIssuedBy(own, server, now)
}

/**
 * Whether a selected certificate proves a server's identity: the server's certificate contains the name and is for
 * servers, every certificate in the chain is currently valid and signed by the next one, each signer is an authority,
 * and the last one is selected. Doesn't check revocation or name constraints.
 */
export function isIssuedBy(
  own: readonly string[],
  { hostname, chain }: Server,
  now: number,
): boolean {
  try {
    const roots = own.map((pem) => new X509Certificate(pem))
    const [server, ...others] = chain.map((pem) => new X509Certificate(pem))
    if (!server || !isNamed(server, hostname) || !isForServers(server)) return false
    return leadsToRoot(server, others, roots, now)
  } catch {
    // An unreadable certificate proves nothing.
    return false
  }
}

function leadsToRoot(
  server: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  now: number,
): boolean {
  let current = server
  for (let length = 0; length < maxChain; length += 1) {
    if (!isInTime(current, now)) return false
    const at = current
    if (roots.some((root) => isSame(root, at))) return true
    const signer = [...roots, ...others].find((one) => !isSame(one, at) && hasSigned(one, at))
    if (!signer) return false
    current = signer
  }
  return false
}

function hasSigned(signer: X509Certificate, certificate: X509Certificate): boolean {
  return signer.ca && certificate.checkIssued(signer) && certificate.verify(signer.publicKey)
}

function isInTime({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo)
}

function isNamed(certificate: X509Certificate, hostname: string): boolean {
  const name = isIP(hostname)
    ? certificate.checkIP(hostname)
    : certificate.checkHost(hostname, { subject: 'never' })
  return name !== undefined
}

function isForServers({ keyUsage }: X509Certificate): boolean {
  // What Node calls the extended key usage. Without one, a certificate is valid for any use.
  return !keyUsage || keyUsage.includes(serverAuthentication) || keyUsage.includes(anyUse)
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one.fingerprint256 === other.fingerprint256
}
