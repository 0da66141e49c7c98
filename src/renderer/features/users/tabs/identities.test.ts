import { expect, it } from 'vitest'
import { listProviderIdentities, deletionMessage, readScimIdentities } from './identities.ts'

const ldap = { provider: 'ldapmain', externUid: 'uid=anna' }
const saml = (samlProviderId: number) => ({ provider: 'group_saml', samlProviderId })

it('parses identities with missing fields', () => {
  const identities = [
    { provider: 'ldapmain', extern_uid: 'uid=anna', saml_provider_id: null },
    { provider: 'group_saml', extern_uid: '', saml_provider_id: 10 },
    { provider: null, extern_uid: 'lost' },
  ]
  expect(listProviderIdentities({ identities })).toEqual([ldap, saml(10)])
  expect(listProviderIdentities({})).toEqual([])
  const scim = [{ extern_uid: 'a', group_id: 7, active: false }, {}]
  expect(readScimIdentities({ scim_identities: scim })).toEqual([
    { externUid: 'a', group: '7', isActive: false },
    {},
  ])
})

it('explains what a deletion removes and what remains', () => {
  expect(deletionMessage(ldap, [ldap], 'Anna')).toContain('can’t sign in at all')
  expect(deletionMessage(ldap, [ldap, saml(1)], 'Anna')).toContain('1 other identity remains')
  expect(deletionMessage(saml(1), [saml(1), saml(2), ldap], 'Anna')).toContain(
    'All 2 group_saml identities',
  )
})
