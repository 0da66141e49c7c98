import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGpgKey, makeSshKey } from './testing/keys.ts'
import { type TestSandbox, startTestSandbox } from './testing/harness.ts'

// Runs a third-party client against all endpoints that it supports. Comments point out the client's bugs.

describe.each(['interface', 'gitlab'] as const)('gitbeaker on the %s flavor', (flavor) => {
  let sandbox: TestSandbox
  let admin: InstanceType<typeof Gitlab>
  let user: InstanceType<typeof Gitlab>
  let me: number
  beforeAll(async () => {
    sandbox = await startTestSandbox({ users: 120, flavor })
    const client = (token: string) => new Gitlab({ host: sandbox.url, token })
    admin = client(sandbox.tokens.admin)
    user = client(sandbox.tokens.user)
    me = (await user.Users.showCurrentUser()).id
  })
  afterAll(() => sandbox.stop())

  /** Finds a user in this state with a filter that the client doesn't support. */
  async function personIn(state: string): Promise<number> {
    const users = await admin.Users.all({ perPage: 100, pagination: 'offset' })
    const person = users.find(
      (one) => one.state === state && !/bot|ghost|service/.test(one.username),
    )
    expect(person, state).toBeDefined()
    return person!.id
  }
  const stateOf = async (id: number) => (await admin.Users.show(id)).state

  it('lists users by offset and by keyset, with filters', async () => {
    const byOffset = await admin.Users.all({ perPage: 50, pagination: 'offset' })
    const byKeyset = await admin.Users.all<false, false, 'keyset'>({
      pagination: 'keyset',
      orderBy: 'created_at',
      sort: 'asc',
      perPage: 50,
    })
    // Both sort by id, which GitLab uses in place of `created_at` (lib/api/helpers.rb).
    expect(byOffset.length).toBeGreaterThanOrEqual(120)
    expect(byKeyset.map(({ id }) => id)).toEqual(byOffset.map(({ id }) => id).toReversed())
    const [found] = await user.Users.all({ username: 'MAYA.lindqvist' })
    expect(found!.id).toBe(me)
    expect(await admin.Users.all({ blocked: true, maxPages: 1 })).not.toHaveLength(0)
    expect(await user.Users.all({ blocked: true, maxPages: 1 })).toEqual([])
  })

  it('creates, edits, and removes a user', async () => {
    const created = await admin.Users.create({
      email: 'new@example.org',
      name: 'Newcomer',
      username: 'brand.new',
      forceRandomPassword: true,
      skipConfirmation: true,
    })
    expect(created).toMatchObject({ username: 'brand.new', state: 'active' })
    const edited = await admin.Users.edit(created.id, { bio: 'Hello', location: 'Here' })
    expect(edited).toMatchObject({ bio: 'Hello', location: 'Here' })
    await expect(
      admin.Users.create({
        email: 'new@example.org',
        name: 'x',
        username: 'y',
        resetPassword: true,
      }),
    ).rejects.toMatchObject({ cause: { response: { status: 409 } } })
    // gitbeaker accepts hardDelete here but never sends it.
    await admin.Users.remove(created.id, { hardDelete: true })
  })

  it('moderates users', async () => {
    const id = await personIn('active')
    await admin.Users.block(id)
    expect(await stateOf(id)).toBe('blocked')
    await admin.Users.unblock(id)
    await admin.Users.ban(id)
    expect(await stateOf(id)).toBe('banned')
    await expect(admin.Users.ban(id)).rejects.toMatchObject({
      cause: { response: { status: 403 } },
    })
    await admin.Users.unban(id)
    expect(await stateOf(id)).toBe('active')
    await expect(user.Users.block(id)).rejects.toMatchObject({
      cause: { response: { status: 403 } },
    })
    const deactivatedUser = await personIn('deactivated')
    await admin.Users.activate(deactivatedUser)
    expect(await stateOf(deactivatedUser)).toBe('active')
    const waiting = await personIn('blocked_pending_approval')
    expect(await admin.Users.approve(waiting)).toEqual({ message: 'Success' })
    expect(await stateOf(waiting)).toBe('active')
    const refused = await personIn('blocked_pending_approval')
    expect(await admin.Users.reject(refused)).toEqual({ message: 'Success' })
  })

  it('sets status and preferences, reads counts, and follows users', async () => {
    const status = await user.Users.editStatus({
      emoji: 'coffee',
      message: 'Away',
      clearStatusAfter: '3_hours',
    })
    expect(status).toMatchObject({ emoji: 'coffee', message: 'Away' })
    expect(await user.Users.showStatus()).toMatchObject({ message: 'Away' })
    expect(await user.Users.showStatus({ iDOrUsername: 'maya.lindqvist' })).toMatchObject({
      message: 'Away',
    })
    expect(await user.Users.showCount()).toHaveProperty('todos')
    expect(await user.Users.showCurrentUserPreferences()).toHaveProperty('view_diffs_file_by_file')
    // gitbeaker sends two of the three flags that the interface document requires.
    const preferences = user.Users.editCurrentUserPreferences(true, false)
    if (flavor === 'gitlab') {
      expect(await preferences).toMatchObject({ show_whitespace_in_diffs: false })
    } else {
      await expect(preferences).rejects.toMatchObject({ cause: { response: { status: 400 } } })
    }
    const stranger = (await admin.Users.all({ search: 'sunny', maxPages: 1 }))[0]!.id
    await user.Users.unfollow(stranger)
    expect(await user.Users.follow(stranger)).toMatchObject({ id: stranger })
    const followees = await user.Users.allFollowing(me)
    expect(followees.map(({ id }) => id)).toContain(stranger)
    const followers = await admin.Users.allFollowers(stranger)
    expect(followers.map(({ id }) => id)).toContain(me)
  })

  it('reads memberships, associations, and activities', async () => {
    expect(await admin.Users.showAssociationsCount(me)).toHaveProperty('projects_count')
    const memberships = await admin.Users.allMemberships(me, { type: 'Project' })
    expect(memberships.every(({ source_type: type }) => type === 'Project')).toBe(true)
    const days = (await user.Users.allActivities()).map((entry) => String(entry.last_activity_on))
    expect(days).toEqual(days.toSorted())
    expect(days.length).toBeGreaterThan(20)
  })

  it('adds, reads, and removes SSH keys', async () => {
    const text = makeSshKey()
    const key = await user.UserSSHKeys.create('laptop', text, { usageType: 'auth' })
    expect(key).toMatchObject({ title: 'laptop', usage_type: 'auth' })
    expect(await user.UserSSHKeys.show(key.id)).toMatchObject({ id: key.id })
    expect((await admin.UserSSHKeys.all({ userId: me })).map(({ id }) => id)).toContain(key.id)
    await expect(admin.UserSSHKeys.create('again', text, { userId: 3 })).rejects.toMatchObject({
      cause: { response: { status: 400 } },
    })
    await user.UserSSHKeys.remove(key.id)
    await expect(user.UserSSHKeys.show(key.id)).rejects.toMatchObject({
      cause: { response: { status: 404 } },
    })
  })

  it('adds, reads, and removes GPG keys', async () => {
    const added = await user.UserGPGKeys.create(makeGpgKey())
    // gitbeaker's types expect a single key; the interface document says "created key(s)".
    const { id } = [added].flat()[0]!
    expect(await user.UserGPGKeys.show(id)).toHaveProperty('key')
    expect((await admin.UserGPGKeys.all({ userId: me })).map((key) => key.id)).toContain(id)
    await user.UserGPGKeys.remove(id)
  })

  it('adds, reads, and removes emails', async () => {
    const added = await user.UserEmails.create('second@example.org')
    expect(added.confirmed_at).toBeNull()
    expect(await user.UserEmails.show(added.id)).toMatchObject({ email: 'second@example.org' })
    await user.UserEmails.remove(added.id)
    const confirmed = await admin.UserEmails.create('third@example.org', {
      userId: me,
      skipConfirmation: true,
    })
    expect(confirmed.confirmed_at).not.toBeNull()
    expect((await admin.UserEmails.all({ userId: me })).map(({ id }) => id)).toContain(confirmed.id)
    await admin.UserEmails.remove(confirmed.id, { userId: me })
  })

  it('creates tokens that work until they are revoked', async () => {
    const expiresAt = '2025-07-08'
    const token = await admin.UserImpersonationTokens.create(me, 'help', ['api'], { expiresAt })
    const secret = (token as unknown as { token: string }).token
    const asMe = new Gitlab({ host: sandbox.url, token: secret })
    expect((await asMe.Users.showCurrentUser()).id).toBe(me)
    expect(await admin.UserImpersonationTokens.show(me, token.id)).not.toHaveProperty('token')
    await admin.UserImpersonationTokens.revoke(me, token.id)
    await expect(asMe.Users.showCurrentUser()).rejects.toMatchObject({
      cause: { response: { status: 401 } },
    })
    const inactive = await admin.UserImpersonationTokens.all(me, { state: 'inactive' })
    expect(inactive.map(({ id }) => id)).toContain(token.id)
    const personal = await admin.Users.createPersonalAccessToken(me, 'robot', ['api'], {
      expiresAt,
    })
    expect(personal).toHaveProperty('token')
  })

  it('lists, reads, rotates, and revokes personal access tokens', async () => {
    if (flavor === 'interface') {
      await expect(user.PersonalAccessTokens.all()).rejects.toMatchObject({
        cause: { response: { status: 404 } },
      })
      return
    }
    const created = await admin.PersonalAccessTokens.create(me, 'beaker', ['api'], {
      expiresAt: '2025-07-08',
    })
    const tokens = await user.PersonalAccessTokens.all({ userId: me, state: 'active' })
    expect(tokens.map(({ id }) => id)).toContain(created.id)
    expect(new Set(tokens.map(({ user_id: owner }) => owner))).toEqual(new Set([me]))
    const shown = await user.PersonalAccessTokens.show({ tokenId: created.id })
    expect(shown).toMatchObject({ id: created.id, name: 'beaker', scopes: ['api'], active: true })
    const rotated = await user.PersonalAccessTokens.rotate(created.id, { expiresAt: '2025-09-01' })
    expect(rotated).toMatchObject({ name: 'beaker', active: true, expires_at: '2025-09-01' })
    expect(await user.PersonalAccessTokens.show({ tokenId: created.id })).toMatchObject({
      revoked: true,
    })
    const secret = (rotated as unknown as { token: string }).token
    const asRotated = new Gitlab({ host: sandbox.url, token: secret })
    expect(await asRotated.PersonalAccessTokens.show()).toMatchObject({ id: rotated.id })
    await user.PersonalAccessTokens.remove({ tokenId: rotated.id })
    await expect(asRotated.PersonalAccessTokens.show()).rejects.toMatchObject({
      cause: { response: { status: 401 } },
    })
    const inactive = await admin.PersonalAccessTokens.all({ userId: me, state: 'inactive' })
    expect(inactive.map(({ id }) => id)).toEqual(expect.arrayContaining([created.id, rotated.id]))
  })

  it('creates service accounts and runners, and disables two-factor authentication', async () => {
    expect(await admin.ServiceAccounts.create({ name: 'Robot' })).toMatchObject({ name: 'Robot' })
    expect(await admin.Users.createCIRunner('instance_type')).toHaveProperty('token')
    const users = await admin.Users.all({ twoFactor: 'enabled', maxPages: 1, perPage: 100 })
    const user = users.find((one) => !(one as unknown as { is_admin: boolean }).is_admin)!
    await admin.Users.disableTwoFactor(user.id)
    await expect(admin.Users.disableTwoFactor(user.id)).rejects.toMatchObject({
      cause: { response: { status: 400 } },
    })
  })
})
