/**
 * All differences between the two flavors: `interface` follows the interface document, `gitlab` follows GitLab where it
 * deviates. Everything else is the same in both.
 */
export const flavors = {
  interface: {
    /** PATCH /user/status keeps omitted fields. */
    patchKeepsOmittedStatus: true,
    /** A user's own profile includes follower counts and `is_followed`. */
    showsOwnFollowing: true,
    /** Unset texts of the public profile are empty, and an unset time zone counts as UTC. */
    unsetTextsAreNull: false,
    /** The administrator's user list includes sign-in IP addresses, not only the single view. */
    listsSignInAddresses: true,
    /** A user's highest access level is never shown. */
    showsHighestRole: false,
    /** A user's email list doesn't include the primary address. */
    listsPrimaryEmail: false,
    /** PUT /user/preferences requires all three preferences. */
    acceptsSomePreferences: false,
    /** A new impersonation token requires the parameters `scopes` and `expires_at`. */
    impersonationNeedsNameOnly: false,
    /** Impersonation tokens accept only the scopes `api` and `read_user`. */
    impersonationAcceptsAnyScope: false,
    /** Tokens show when they were last used only in the list, and have no description. */
    showsAllOfTokens: false,
    /** Personal access tokens can only be created, and group and project members are only visible as memberships. */
    servesOptionalEndpoints: false,
    /** Approving a blocked or LDAP-blocked user is forbidden (403). */
    blockedCannotBeApproved: true,
    /** Following returns 201 with the user even if nothing changes. */
    repeatedFollowIsCreated: true,
    /** The access level of a membership is a number as text. */
    accessLevelsAreTexts: true,
    /** A service account has an id, a username, and a name, but no email. */
    serviceAccountsHaveEmails: false,
    /** A taken SSH key is reported for both `fingerprint` and `key`. */
    reportsTakenSshKeyTwice: true,
    /** Adding a GPG key returns a list of created keys. */
    listsAddedGpgKeys: true,
    /** All callers can filter the user list by creation time. */
    everyoneFiltersByCreation: true,
    /** Only administrators can sort the user list. */
    everyoneOrdersUsers: false,
    /** Auditors see the same as regular users. */
    auditorsReadAll: false,
    /** An update that conflicts with another user returns 404. */
    conflictingChangeIsNotFound: true,
    /** A user's email can only be changed to one of their secondary addresses. */
    emailMustBeSecondary: true,
    /** A user to be deleted keeps their state until then. */
    hardDeletionBlocks: false,
    /** A username can equal a group's path. */
    rejectsGroupPaths: false,
  },
  gitlab: {
    /** PATCH resets emoji and availability if omitted (`app/services/users/set_status_service.rb`). */
    patchKeepsOmittedStatus: false,
    /** Users can't follow themselves, so their own profile lacks these fields (`lib/api/entities/user.rb`). */
    showsOwnFollowing: false,
    /** Unset texts are null, and so is the local time without a time zone. */
    unsetTextsAreNull: true,
    /** Only the single view includes them (`lib/api/entities/user_details_with_admin.rb`). */
    listsSignInAddresses: false,
    /** Administrators see it in the single view (`lib/api/entities/user_details_with_admin.rb`); 0 means none. */
    showsHighestRole: true,
    /** The list starts with it (`spec/requests/api/users_spec.rb`). */
    listsPrimaryEmail: true,
    /** It requires at least one (`lib/api/users.rb`). */
    acceptsSomePreferences: true,
    /** The model validates both, each with its own message (`app/models/personal_access_token.rb`). */
    impersonationNeedsNameOnly: true,
    /** They accept all scopes available to the user (`lib/api/users.rb`). */
    impersonationAcceptsAnyScope: true,
    /** Tokens show both everywhere (`lib/api/entities/personal_access_token.rb`). */
    showsAllOfTokens: true,
    /**
     * Also serves all endpoints that Latchkey knows beyond the document (`lib/api/personal_access_tokens.rb`,
     * `lib/api/members.rb`).
     */
    servesOptionalEndpoints: true,
    /** It is a conflict (409), as for all users who aren't pending (`app/services/users/approve_service.rb`). */
    blockedCannotBeApproved: false,
    /** It then returns 304, including for users who try to follow themselves (`lib/api/users.rb`). */
    repeatedFollowIsCreated: false,
    /** It is a number (`lib/api/entities/membership.rb`). */
    accessLevelsAreTexts: false,
    /** It shows its email and accepts one on creation (`lib/api/service_accounts.rb`). */
    serviceAccountsHaveEmails: true,
    /** It is reported for `fingerprint_sha256` (`app/models/key.rb`). */
    reportsTakenSshKeyTwice: false,
    /** Adding a key returns that key (`lib/api/users.rb`). */
    listsAddedGpgKeys: false,
    /** Only administrators can; the filter is silently ignored for others (`lib/api/users.rb`). */
    everyoneFiltersByCreation: false,
    /** All callers can (`lib/api/users.rb`, `reorder_users`). */
    everyoneOrdersUsers: true,
    /** Auditors see the same as administrators (`can_read_all_resources?`), except blocked users. */
    auditorsReadAll: true,
    /** It returns 409 (`spec/requests/api/users_spec.rb`). */
    conflictingChangeIsNotFound: false,
    /** It can be changed to any unused address. */
    emailMustBeSecondary: false,
    /** A hard deletion blocks the user first, even after a rejection (`app/models/user.rb`, `delete_async`). */
    hardDeletionBlocks: true,
    /** It can't, because users and groups share a namespace (`app/models/user.rb`, `namespace_path_errors`). */
    rejectsGroupPaths: true,
  },
}

export type FlavorName = keyof typeof flavors
export type Flavor = Record<keyof (typeof flavors)['gitlab'], boolean>
