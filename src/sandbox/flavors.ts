/**
 * All differences between the two flavors, each with the flavor for which it is true; they are otherwise the same.
 * `interface` follows the interface document, `gitlab` follows GitLab wherever it deviates.
 */
const differences = {
  // Interface: PATCH /user/status keeps omitted fields.
  // GitLab: PATCH resets emoji and availability if omitted (`app/services/users/set_status_service.rb`).
  patchKeepsOmittedStatus: 'interface',
  // Interface: a user's own profile includes follower counts and `is_followed`.
  // GitLab: users can't follow themselves, so their own profile lacks these fields (`lib/api/entities/user.rb`).
  showsOwnFollowing: 'interface',
  // Interface: unset text fields in the public profile are empty, and an unset time zone means UTC.
  // GitLab: unset text fields are null, and so is the local time without a time zone.
  unsetTextsAreNull: 'gitlab',
  // Interface: the administrator's user list includes sign-in IP addresses, just as the single view does.
  // GitLab: only the single view includes these addresses (`lib/api/entities/user_details_with_admin.rb`).
  listsSignInAddresses: 'interface',
  // Interface: a user's highest access level is never shown.
  // GitLab: administrators see the level in the single view (`lib/api/entities/user_details_with_admin.rb`); 0 means none.
  showsHighestRole: 'gitlab',
  // Interface: a user's email list doesn't include the primary address.
  // GitLab: the list starts with the primary address (`spec/requests/api/users_spec.rb`).
  listsPrimaryEmail: 'gitlab',
  // Interface: PUT /user/preferences requires all three preferences.
  // GitLab: the endpoint requires at least one preference (`lib/api/users.rb`).
  acceptsSomePreferences: 'gitlab',
  // Interface: a new impersonation token requires the parameters `scopes` and `expires_at`.
  // GitLab: the model validates both parameters, each with its own message (`app/models/personal_access_token.rb`).
  impersonationNeedsNameOnly: 'gitlab',
  // Interface: impersonation tokens only accept the scopes `api` and `read_user`.
  // GitLab: impersonation tokens accept all scopes available to the user (`lib/api/users.rb`).
  impersonationAcceptsAnyScope: 'gitlab',
  // Interface: tokens only show when they were last used in the list, and have no description.
  // GitLab: tokens show their last use and description everywhere (`lib/api/entities/personal_access_token.rb`).
  showsAllOfTokens: 'gitlab',
  // Interface: personal access tokens can only be created, and group and project members are only visible as memberships.
  // GitLab: also serves all endpoints that Latchkey uses beyond the document, and OAuth (`lib/api/personal_access_tokens.rb`, `lib/api/members.rb`).
  servesOptionalEndpoints: 'gitlab',
  // Interface: approving a blocked or LDAP-blocked user is forbidden (403).
  // GitLab: approving them is a conflict (409), as it is for everyone who isn't pending (`app/services/users/approve_service.rb`).
  blockedCannotBeApproved: 'interface',
  // Interface: following returns 201 with the user even if nothing changes.
  // GitLab: following then returns 304, also for users who try to follow themselves (`lib/api/users.rb`).
  repeatedFollowIsCreated: 'interface',
  // Interface: a membership's access level is a number written as a string.
  // GitLab: the access level is a number (`lib/api/entities/membership.rb`).
  accessLevelsAreStrings: 'interface',
  // Interface: a service account has an id, a username, and a name, but no email.
  // GitLab: a service account shows its email and accepts one on creation (`lib/api/service_accounts.rb`).
  serviceAccountsHaveEmails: 'gitlab',
  // Interface: an SSH key already in use is reported for both `fingerprint` and `key`.
  // GitLab: the key is reported for `fingerprint_sha256` (`app/models/key.rb`).
  reportsTakenSshKeyTwice: 'interface',
  // Interface: adding a GPG key returns a list of created keys.
  // GitLab: adding a key returns that key (`lib/api/users.rb`).
  listsAddedGpgKeys: 'interface',
  // Interface: all callers can filter the user list by creation time.
  // GitLab: only administrators can filter by it; others' filters are silently ignored (`lib/api/users.rb`).
  everyoneFiltersByCreation: 'interface',
  // Interface: only administrators can sort the user list.
  // GitLab: all callers can sort (`lib/api/users.rb`, `reorder_users`).
  everyoneOrdersUsers: 'gitlab',
  // Interface: auditors see what regular users see.
  // GitLab: auditors see what administrators see (`can_read_all_resources?`), except for blocked users.
  auditorsReadAll: 'gitlab',
  // Interface: an update that conflicts with another user returns 404.
  // GitLab: a conflicting update returns 409 (`spec/requests/api/users_spec.rb`).
  conflictingChangeIsNotFound: 'interface',
  // Interface: a user's email can only be changed to one of their secondary addresses.
  // GitLab: the email can be changed to any address not in use.
  emailMustBeSecondary: 'interface',
  // Interface: a user awaiting deletion keeps their state.
  // GitLab: a hard deletion blocks the user first, even after a rejection (`app/models/user.rb`, `delete_async`).
  hardDeletionBlocks: 'gitlab',
  // Interface: a username can equal a group's path.
  // GitLab: a username can't, because users and groups share a namespace (`app/models/user.rb`, `namespace_path_errors`).
  rejectsGroupPaths: 'gitlab',
} as const

export type FlavorName = 'interface' | 'gitlab'
export type Flavor = Record<keyof typeof differences, boolean>

export const flavors: Record<FlavorName, Flavor> = {
  interface: flavor('interface'),
  gitlab: flavor('gitlab'),
}

function flavor(name: FlavorName): Flavor {
  const entries = Object.entries(differences).map(([rule, owner]) => [rule, owner === name])
  return Object.fromEntries(entries) as Flavor
}
