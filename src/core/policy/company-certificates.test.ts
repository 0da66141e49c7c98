import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { OwnCertificate } from '../../shared/operations/certificates.ts'
import { type TestAuthority, createAuthority } from '../platform/network/testing/authority.ts'
import { startTlsServer } from '../platform/network/testing/tls-server.ts'
import type { Policy } from '../platform/policy/policy.ts'
import { testFolder } from '../testing/folder.ts'
import { createTestLatchkey } from '../testing/latchkey.ts'
import { companyCertificates } from './company-certificates.ts'
import { managed } from './testing/managed-stage.ts'

let authority: TestAuthority
let issuing: TestAuthority
beforeAll(() => {
  authority = createAuthority()
  issuing = authority.authority()
})
afterAll(() => {
  authority.remove()
  issuing.remove()
})

function writeCaFile(content: string): string {
  const path = join(testFolder(), 'ca.pem')
  writeFileSync(path, content)
  return path
}

async function signInFailure(instances: (url: string) => Policy['instances']) {
  const server = await startTlsServer(authority.issue())
  const latchkey = createTestLatchkey({ policy: managed({ instances: instances(server.url) }) })
  onTestFinished(async () => {
    await latchkey.close()
    await server.stop()
  })
  const own = await latchkey.value<OwnCertificate[]>('certificates.list')
  expect(own).toEqual([])
  return latchkey.failure('accounts.add', { baseUrl: server.url, token: 'glpat-x' })
}

describe('the certificate authority of a company’s instance', () => {
  it('is trusted for this instance', async () => {
    const caFile = writeCaFile(authority.cert)
    expect((await signInFailure((url) => [{ url, caFile }])).kind).toBe('not-the-service')
  })

  it('is trusted for no other instance', async () => {
    const caFile = writeCaFile(authority.cert)
    const other = [{ url: 'https://127.0.0.1', caFile }]
    expect((await signInFailure(() => other)).reason).toBe('unknown-authority')
  })

  it('is logged and left out if it can’t be used, and the rest of its file isn’t', () => {
    const logged: string[] = []
    const read = (caFile: string) =>
      companyCertificates(managed({ instances: [{ url: 'https://a.example', caFile }] }), (line) =>
        logged.push(line),
      )
    expect(read(join(testFolder(), 'missing.pem'))).toEqual([])
    expect(read(writeCaFile('not a certificate'))).toEqual([])
    expect(logged).toHaveLength(2)
    expect(read(writeCaFile(issuing.cert + authority.cert))).toMatchObject([
      { origin: 'https://a.example' },
    ])
    expect(logged).toHaveLength(3)
  })
})
