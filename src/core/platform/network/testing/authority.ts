import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface KeyPair {
  key: string
  /** PEM. */
  cert: string
}

export interface TestAuthority extends KeyPair {
  issue(settings?: CertificateSettings): KeyPair
  /** Another authority, signed by this one. */
  authority(): TestAuthority
  remove(): void
}

interface CertificateSettings {
  /** In OpenSSL's format: `DNS:…`, `IP:…`. */
  names?: string
  /** UTC dates, as `YYYY-MM-DD`. */
  from?: string
  to?: string
  /** `serverAuth` or `clientAuth`. */
  use?: string
  isAuthority?: boolean
}

// Valid whatever the clocks of this process, OpenSSL, and the process under test say.
const always = { from: '2000-01-01', to: '2099-01-01' }

/** An authority that signs real certificates with OpenSSL, in its own folder. */
export function createAuthority(
  name = 'Test Authority',
  signedBy?: KeyPair,
  names?: string,
): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-authority-'))
  mkdirSync(join(folder, 'issued'))
  const inFolder = (file: string) => join(folder, file)
  const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'pipe' })
  let count = 0

  function requested(subject: string): { key: string; request: string } {
    const [key, request] = [inFolder(`${++count}.key`), inFolder(`${count}.csr`)]
    openssl(
      ...['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-subj', `/O=Latchkey tests/CN=${subject}`, '-keyout', key, '-out', request],
    )
    return { key, request }
  }

  function signed(subject: string, settings: CertificateSettings, by: KeyPair | 'itself'): KeyPair {
    const { key, request } = requested(subject)
    const [cert, config] = [inFolder(`${count}.crt`), inFolder(`${count}.cnf`)]
    writeFileSync(config, configOf(settings))
    writeFileSync(inFolder('index'), '')
    const signer = by === 'itself' ? { key: readFileSync(key, 'utf8'), cert: '' } : by
    writeFileSync(inFolder('signer.key'), signer.key)
    writeFileSync(inFolder('signer.crt'), signer.cert)
    openssl(
      ...['ca', '-batch', '-notext', '-config', config, '-in', request, '-out', cert],
      ...['-startdate', midnight(settings.from ?? always.from)],
      ...['-enddate', midnight(settings.to ?? always.to)],
      ...(by === 'itself' ? ['-selfsign', '-keyfile', key] : ['-keyfile', inFolder('signer.key')]),
    )
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  }

  function configOf({ names, use, isAuthority = false }: CertificateSettings): string {
    return [
      ...['[ca]', 'default_ca = it', '[it]', 'policy = any', 'x509_extensions = extensions'],
      ...['default_md = sha256', 'rand_serial = yes', 'unique_subject = no'],
      ...[`database = ${inFolder('index')}`, `new_certs_dir = ${inFolder('issued')}`],
      `certificate = ${inFolder('signer.crt')}`,
      ...['[any]', 'organizationName = supplied', 'commonName = supplied', '[extensions]'],
      `basicConstraints = critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}`,
      ...(names ? [`subjectAltName = ${names}`] : []),
      ...(use ? [`extendedKeyUsage = ${use}`] : []),
      '',
    ].join('\n')
  }

  const own = signed(name, { isAuthority: true, ...(names && { names }) }, signedBy ?? 'itself')
  return {
    ...own,
    issue: (settings = {}) =>
      signed(
        'a server',
        { names: 'IP:127.0.0.1,DNS:localhost', use: 'serverAuth', ...settings },
        own,
      ),
    authority: () => createAuthority('Issuing Authority', own),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** A self-signed server certificate. */
export function selfSigned(): KeyPair {
  const { key, cert, remove } = createAuthority('self-signed', undefined, 'IP:127.0.0.1')
  remove()
  return { key, cert }
}

/** In OpenSSL's format. */
function midnight(date: string): string {
  return `${date.replaceAll('-', '')}000000Z`
}
