import { describe, expect, it } from 'vitest'
import { versions } from '../../sandbox/features.ts'
import { instances } from '../../sandbox/testing/instances.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { serviceTable } from '../../shared/gitlab/index.ts'
import { sampleAnswers } from './testing/sample-answers.ts'

const { anyTokens, personalAccessTokens, serviceAccounts, user, userApplications } = serviceTable
const all = Object.values(serviceTable).flatMap((family) => Object.values<AnyEndpoint>(family))
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

describe('client', () => {
  it('is tested with the oldest and newest releases, and those around each change', () => {
    expect(versions).toEqual(['16.4', '17', '18', '18.11', '19'])
  })

  it.each(instances)('reads every response of GitLab $name', async ({ edition, version }) => {
    const missing = [
      ...(version === '16.4' ? [user.setAvatar, personalAccessTokens.rotateSelf] : []),
      ...(version === '16.4' ? [serviceAccounts.list, serviceAccounts.listOfGroup] : []),
      ...(['16.4', '17', '18'].includes(version) ? [serviceAccounts.listOfProject] : []),
      ...(edition === 'ce' && version !== '19' ? Object.values(serviceAccounts) : []),
      ...(version === '16.4' ? [anyTokens.identify] : []),
      ...(['16.4', '17'].includes(version) ? [anyTokens.revoke] : []),
      ...(version === '19' ? [] : Object.values(userApplications)),
    ]
    const samples = await sampleAnswers('gitlab', { edition, version, missing })
    const lacking = all.filter((endpoint) => !samples.has(endpoint))
    expect(new Set(lacking.map(nameOf))).toEqual(new Set(missing.map(nameOf)))
  })
})
