/**
 * All differences between the two flavors, which are otherwise the same: `interface` follows the interface document,
 * `gitlab` follows GitLab wherever it deviates.
 */
export const flavors = {
  interface: {
    /** PATCH /user/status keeps omitted fields. */
    patchKeepsOmittedStatus: true,
    /** A user's own profile includes follower counts and `is_followed`. */
    showsOwnFollowing: true,
    /** Unset text fields in the public profile are empty, and an unset time zone means UTC. */
    unsetTextsAreNull: false,
    /** The administrator's user list includes sign-in IP addresses, just as the single view does. */
    listsSignInAddresses: true,
    /** A user's highest access level is never shown. */
    showsHighestRole: false,
    /** A user's email list doesn't include the primary address. */
    listsPrimaryEmail: false,
    /** PUT /user/preferences requires all three preferences. */
    acceptsSomePreferences: false,
    /** A new impersonation token requires the parameters `scopes` and `expires_at`. */
    impersonationNeedsNameOnly: false,
    /** Impersonation tokens only accept the scopes `api` and `read_user`. */
    impersonationAcceptsAnyScope: false,
    /** Tokens only show when they were last used in the list, and have no description. */
    showsAllOfTokens: false,
    /** Personal access tokens can only be created, and group and project members are only visible as memberships. */
    servesOptionalEndpoints: false,
    /** Approving a blocked or LDAP-blocked user is forbidden (403). */
    blockedCannotBeApproved: true,
    /** Following returns 201 with the user even if nothing changes. */
    repeatedFollowIsCreated: true,
    /** A membership's access level is a number written as a string. */
    accessLevelsAreStrings: true,
    /** A service account has an id, a username, and a name, but no email. */
    serviceAccountsHaveEmails: false,
    /** An SSH key already in use is reported for both `fingerprint` and `key`. */
    reportsTakenSshKeyTwice: true,
    /** Adding a GPG key returns a list of created keys. */
    listsAddedGpgKeys: true,
    /** All callers can filter the user list by creation time. */
    everyoneFiltersByCreation: true,
    /** Only administrators can sort the user list. */
    everyoneOrdersUsers: false,
    /** Auditors see what regular users see. */
    auditorsReadAll: false,
    /** An update that conflicts with another user returns 404. */
    conflictingChangeIsNotFound: true,
    /** A user's email can only be changed to one of their secondary addresses. */
    emailMustBeSecondary: true,
    /** A user awaiting deletion keeps their state. */
    hardDeletionBlocks: false,
    /** A username can equal a group's path. */
    rejectsGroupPaths: false,
  },
  gitlab: {
    /** PATCH resets emoji and availability if omitted (`app/services/users/set_status_service.rb`). */
    patchKeepsOmittedStatus: false,
    /** Users can't follow themselves, so their own profile lacks these fields (`lib/api/entities/user.rb`). */
    showsOwnFollowing: false,
    /** Unset text fields are null, and so is the local time without a time zone. */
    unsetTextsAreNull: true,
    /** Only the single view includes these addresses (`lib/api/entities/user_details_with_admin.rb`). */
    listsSignInAddresses: false,
    /**
     * Administrators see the level in the single view (`lib/api/entities/user_details_with_admin.rb`); 0 means none.
     */
    showsHighestRole: true,
    /** The list starts with the primary address (`spec/requests/api/users_spec.rb`). */
    listsPrimaryEmail: true,
    /** The endpoint requires at least one preference (`lib/api/users.rb`). */
    acceptsSomePreferences: true,
    /** The model validates both parameters, each with its own message (`app/models/personal_access_token.rb`). */
    impersonationNeedsNameOnly: true,
    /** Impersonation tokens accept all scopes available to the user (`lib/api/users.rb`). */
    impersonationAcceptsAnyScope: true,
    /** Tokens show their last use and description everywhere (`lib/api/entities/personal_access_token.rb`). */
    showsAllOfTokens: true,
    /**
     * Also serves all endpoints that Latchkey uses beyond the document (`lib/api/personal_access_tokens.rb`,
     * `lib/api/members.rb`).
     */
    servesOptionalEndpoints: true,
    /**
     * Approving them is a conflict (409), as it is for everyone who isn't pending
     * (`app/services/users/approve_service.rb`).
     */
    blockedCannotBeApproved: false,
    /** Following then returns 304, also for users who try to follow themselves (`lib/api/users.rb`). */
    repeatedFollowIsCreated: false,
    /** The access level is a number (`lib/api/entities/membership.rb`). */
    accessLevelsAreStrings: false,
    /** A service account shows its email and accepts one on creation (`lib/api/service_accounts.rb`). */
    serviceAccountsHaveEmails: true,
    /** The key is reported for `fingerprint_sha256` (`app/models/key.rb`). */
    reportsTakenSshKeyTwice: false,
    /** Adding a key returns that key (`lib/api/users.rb`). */
    listsAddedGpgKeys: false,
    /** Only administrators can filter by it; others' filters are silently ignored (`lib/api/users.rb`). */
    everyoneFiltersByCreation: false,
    /** All callers can sort (`lib/api/users.rb`, `reorder_users`). */
    everyoneOrdersUsers: true,
    /** Auditors see what administrators see (`can_read_all_resources?`), except for blocked users. */
    auditorsReadAll: true,
    /** A conflicting update returns 409 (`spec/requests/api/users_spec.rb`). */
    conflictingChangeIsNotFound: false,
    /** The email can be changed to any address not in use. */
    emailMustBeSecondary: false,
    /** A hard deletion blocks the user first, even after a rejection (`app/models/user.rb`, `delete_async`). */
    hardDeletionBlocks: true,
    /** A username can't, because users and groups share a namespace (`app/models/user.rb`, `namespace_path_errors`). */
    rejectsGroupPaths: true,
  },
}

export type FlavorName = keyof typeof flavors
export type Flavor = Record<keyof (typeof flavors)['gitlab'], boolean>
