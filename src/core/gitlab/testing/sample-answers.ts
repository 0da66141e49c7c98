import type { FlavorName } from '../../../sandbox/flavors.ts'
import { encodePng } from '../../../sandbox/seed/png.ts'
import type { SandboxOptions } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { makeGpgKey, makeSshKey } from '../../../sandbox/testing/keys.ts'
import type { AnyEndpoint, EndpointAnswer, EndpointInput } from '../../../shared/gitlab/endpoint.ts'
import { serviceTable } from '../../../shared/gitlab/index.ts'
import type { CreatedToken } from '../../../shared/gitlab/tokens.ts'
import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import { readPublicKeys } from '../../keys/ssh-public-key.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { dateIn } from '../../testing/dates.ts'
import { type ApiResponse, createAnswer } from '../api-response.ts'
import { ApiClient } from '../api-client.ts'
import { currentTime } from '../../../shared/rules/clock.ts'

type Call = <E extends AnyEndpoint>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<EndpointAnswer<E>>

/** Generated once, because that takes seconds. */
let generated: [string, string] | undefined
const gpgBlocks = () => (generated ??= [makeGpgKey(), makeGpgKey()])

const soon = dateIn(20)
const robot = { name: 'robot', expires_at: soon, scopes: ['api'] }

interface Instance extends Pick<SandboxOptions, 'edition' | 'version'> {
  /** The endpoints that it doesn't have. */
  missing?: readonly AnyEndpoint[]
}

/** A real sandbox response for every endpoint of the flavor. */
export async function sampleAnswers(
  flavor: FlavorName,
  { missing = [], ...release }: Instance = {},
): Promise<ReadonlyMap<AnyEndpoint, ApiResponse>> {
  const sandbox = await startSeededSandbox({ users: 0, flavor, ...release })
  const samples = new Map<AnyEndpoint, ApiResponse>()
  const fetch = createNodeFetch()
  let last: ApiResponse | undefined
  const client = new ApiClient({
    async fetch(...request) {
      const response = await fetch(...request)
      last = createAnswer(response, await response.clone().bytes())
      return response
    },
    now: currentTime,
    random: Math.random,
    sleep: () => Promise.resolve(),
  })
  const target = { baseUrl: sandbox.url, token: sandbox.tokens.admin, isAdmin: true }
  const call: Call = async (endpoint, input) => {
    let answer: EndpointAnswer<typeof endpoint>
    try {
      answer = await client.call(target, endpoint, input)
    } catch (error) {
      if (missing.includes(endpoint)) return undefined as never
      throw error
    }
    samples.set(endpoint, last!)
    if (endpoint === rotateSelf) target.token = (answer as CreatedToken).token
    return answer
  }
  try {
    await callAll(call)
    if (flavor === 'gitlab') await callOptional(call)
  } finally {
    await sandbox.stop()
  }
  return samples
}

const { rotateSelf } = serviceTable.personalAccessTokens

async function callOptional(call: Call): Promise<void> {
  const {
    anyTokens,
    applications,
    associations,
    groups,
    personalAccessTokens,
    pipelineSchedules,
    projects,
    runners,
    serviceAccounts,
    sshKeys,
    user,
    userApplications,
  } = serviceTable
  const { id } = await call(user.get, {})
  const line = makeSshKey()
  await call(sshKeys.add, { title: 'laptop', key: line })
  await call(sshKeys.find, { fingerprint: readPublicKeys(line).keys[0]!.fingerprint })
  const { token } = await call(personalAccessTokens.createFor, { user_id: id, ...robot })
  await call(anyTokens.identify, { token })
  await call(anyTokens.revoke, { token })
  const application = {
    name: 'Latchkey',
    redirect_uri: 'http://127.0.0.1/',
    scopes: 'api',
    confidential: false,
  } as const
  const { id: instanceApplication } = await call(applications.create, application)
  await call(userApplications.create, application)
  // Includes the user's, if this version has any.
  const allApplications = await call(applications.list, {})
  const ownApplication = { id: allApplications.at(-1)!.id }
  await call(userApplications.list, {})
  await call(userApplications.get, ownApplication)
  await call(userApplications.modify, { ...ownApplication, name: 'Latchkey at home' })
  await call(userApplications.remove, ownApplication)
  await call(applications.remove, { id: instanceApplication })
  const memberships = await call(associations.memberships, { id })
  const sourceOf = (type: string) =>
    memberships.find(({ source_type }) => source_type === type)!.source_id
  const ofGroup = { group_id: sourceOf('Namespace'), user_id: id }
  await call(serviceAccounts.listOfGroup, { group: 'tidewater-maps' })
  await call(serviceAccounts.listOfProject, { project: '1' })
  const ofProject = { project_id: sourceOf('Project'), user_id: id }
  const alone = { skip_subresources: true, unassign_issuables: false } as const
  await call(associations.groupMember, ofGroup)
  await call(associations.projectMember, ofProject)
  await call(associations.removeGroupMember, { ...ofGroup, ...alone })
  const group = String(ofGroup.group_id)
  await call(associations.addGroupMember, { group, user_id: id, access_level: 30 })
  await call(associations.changeGroupMember, { ...ofGroup, access_level: 40 })
  await call(groups.list, { all_available: true })
  await call(groups.get, { id: ofGroup.group_id, with_projects: false })
  await call(groups.listDescendants, { id: ofGroup.group_id })
  const inside = { include_subgroups: true, with_shared: false } as const
  await call(groups.listProjects, { id: ofGroup.group_id, ...inside })
  await call(projects.list, {})
  await call(associations.listGroupMembers, { group_id: ofGroup.group_id })
  await call(associations.listProjectMembers, { project_id: ofProject.project_id })
  await call(associations.allGroupMembers, { group_id: ofGroup.group_id })
  await call(associations.removeProjectMember, { ...ofProject, ...alone })
  await call(associations.addProjectMember, { ...ofProject, access_level: 30 })
  await call(associations.changeProjectMember, { ...ofProject, access_level: 40 })
  await call(associations.allProjectMembers, { project_id: ofProject.project_id })
  await call(runners.list, {})
  await callSchedules(call, pipelineSchedules)
  const { id: token_id } = await call(personalAccessTokens.createFor, { user_id: id, ...robot })
  await call(personalAccessTokens.list, { user_id: id })
  await call(personalAccessTokens.get, { token_id: token_id! })
  const next = await call(personalAccessTokens.rotate, { token_id: token_id!, expires_at: soon })
  await call(personalAccessTokens.revoke, { token_id: next.id! })
  await call(personalAccessTokens.self, {})
  await call(rotateSelf, {})
  await call(personalAccessTokens.revokeSelf, {})
}

async function callSchedules(
  call: Call,
  { list, get, takeOwnership }: typeof serviceTable.pipelineSchedules,
): Promise<void> {
  const allUsers = (await call(serviceTable.users.list, { username: 'tomasz' })) as BasicUser[]
  const { memberships } = serviceTable.associations
  const projects = await call(memberships, { id: allUsers[0]!.id, type: 'Project' })
  for (const { source_id: project_id } of projects) {
    const schedule = (await call(list, { project_id })).find(
      ({ owner }) => owner?.username === 'long-gone',
    )
    if (!schedule) continue
    const ofProject = { project_id, schedule_id: schedule.id }
    await call(get, ofProject)
    await call(takeOwnership, { ...ofProject, sudo: allUsers[0]!.id })
    await call(list, { project_id })
    return
  }
}

async function callAll(call: Call): Promise<void> {
  const { users, user, status, preferences, following, serviceAccounts, associations } =
    serviceTable
  const { sshKeys, gpgKeys, emails, moderation, twoFactor } = serviceTable
  const { customAttributes, impersonationTokens, personalAccessTokens } = serviceTable
  const allUsers = (await call(users.list, {})) as BasicUser[]
  const idOf = (username: string) => allUsers.find((one) => one.username === username)!.id
  const id = idOf('maya.lindqvist')
  const password = 'correct-horse-battery'
  const sam = { username: 'sample', name: 'Sam Ple', email: 'sample@example.com', password }

  await call(users.get, { id, with_custom_attributes: true })
  const { id: samId } = await call(users.create, { ...sam, skip_confirmation: true })
  await call(users.modify, { id: samId, bio: 'Only for a while.' })
  await call(users.removeIdentity, { id, provider: 'ldapmain' })
  await call(customAttributes.set, { id, attribute: 'team', value: 'Harbor' })
  await call(customAttributes.get, { id, attribute: 'team' })
  await call(customAttributes.remove, { id, attribute: 'team' })

  await call(moderation.approve, { id: idOf('newcomer') })
  await call(moderation.reject, { id: idOf('patient-one') })
  await call(moderation.block, { id: samId })
  await call(moderation.unblock, { id: samId })
  await call(moderation.ban, { id: samId })
  await call(moderation.unban, { id: samId })
  await call(moderation.deactivate, { id: idOf('long-gone') })
  await call(moderation.activate, { id: idOf('long-gone') })
  await call(users.remove, { id: samId })

  await call(user.get, {})
  await call(user.counts, {})
  await call(user.activities, { from: '2020-01-01' })
  const bytes = Uint8Array.from(encodePng(8, 8, [0xff0000], () => 0))
  await call(user.setAvatar, { avatar: { filename: 'me.png', type: 'image/png', bytes } })
  await call(user.createRunner, { runner_type: 'instance_type' })
  await call(status.get, {})
  await call(status.of, { id_or_username: id })
  await call(status.set, { emoji: 'dog', message: 'Out', clear_status_after: '3_hours' })
  await call(status.update, { emoji: 'cat', message: 'In', availability: 'busy' })
  await call(preferences.get, {})
  await call(preferences.set, {
    view_diffs_file_by_file: true,
    show_whitespace_in_diffs: true,
    pass_user_identities_to_ci_jwt: false,
  })

  await call(following.follow, { id: idOf('aroha') })
  await call(following.unfollow, { id: idOf('aroha') })
  await call(following.follow, { id })
  await call(following.followers, { id })
  await call(following.list, { id: idOf('ines') })
  await call(serviceAccounts.create, {})
  await call(serviceAccounts.list, {})
  await call(associations.count, { id })
  await call(associations.memberships, { id })

  const title = 'sample'
  const { id: ownSshKey } = await call(sshKeys.add, { title, key: makeSshKey(), expires_at: soon })
  const { id: sshKey } = await call(sshKeys.addFor, { id, title, key: makeSshKey() })
  await call(sshKeys.list, {})
  await call(sshKeys.get, { key_id: ownSshKey })
  await call(sshKeys.listOf, { id_or_username: id })
  await call(sshKeys.getOf, { id, key_id: sshKey })
  await call(sshKeys.remove, { key_id: ownSshKey })
  await call(sshKeys.removeOf, { id, key_id: sshKey })
  const [ownGpgKey] = await call(gpgKeys.add, { key: gpgBlocks()[0] })
  const [gpgKey] = await call(gpgKeys.addFor, { id, key: gpgBlocks()[1] })
  await call(gpgKeys.list, {})
  await call(gpgKeys.get, { key_id: ownGpgKey!.id })
  await call(gpgKeys.listOf, { id })
  await call(gpgKeys.getOf, { id, key_id: gpgKey!.id })
  await call(gpgKeys.remove, { key_id: ownGpgKey!.id })
  await call(gpgKeys.removeOf, { id, key_id: gpgKey!.id })
  const { id: ownEmail } = await call(emails.add, { email: 'one@example.com' })
  const { id: email } = await call(emails.addFor, { id, email: 'two@example.com' })
  await call(emails.list, {})
  await call(emails.get, { email_id: ownEmail })
  await call(emails.listOf, { id })
  await call(emails.remove, { email_id: ownEmail })
  await call(emails.removeOf, { id, email_id: email })

  const created = await call(impersonationTokens.create, { user_id: id, ...robot })
  const token = { user_id: id, impersonation_token_id: created.id! }
  await call(impersonationTokens.list, { user_id: id })
  await call(impersonationTokens.get, token)
  await call(impersonationTokens.revoke, token)
  await call(personalAccessTokens.createFor, { user_id: id, ...robot })
  await call(personalAccessTokens.create, { name: 'robot', scopes: ['k8s_proxy'] })
  await call(twoFactor.disable, { id })
}
