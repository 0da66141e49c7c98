/**
 * All in which the two flavors of the sandbox differ: `interface` answers as the interface document says,
 * `gitlab` as GitLab itself does where that is different. Everything else is the same in both.
 */
export const flavors = {
  interface: {
    /** PATCH /user/status keeps what the request leaves out. */
    patchKeepsOmittedStatus: true,
    /** Counts of followers and `is_followed` are there when one looks at oneself. */
    showsOwnFollowing: true,
    /** Texts of the public profile that are not set are empty, and the time zone counts as UTC. */
    unsetTextsAreNull: false,
    /** The addresses of the last sign-ins are in an administrator's list, not only in the single view. */
    listsSignInAddresses: true,
    /** Nobody sees the highest level of access that somebody has. */
    showsHighestRole: false,
    /** The primary address is not among the addresses of a person. */
    listsPrimaryEmail: false,
    /** PUT /user/preferences wants all three preferences. */
    acceptsSomePreferences: false,
    /** A new impersonation token needs scopes and a day of expiry as parameters. */
    impersonationNeedsNameOnly: false,
    /** The scopes of an impersonation token are `api` and `read_user`, no others. */
    impersonationAcceptsAnyScope: false,
    /** A token shows when it was last used in the list only, and has no description. */
    showsAllOfTokens: false,
    /** Personal access tokens can only be created, and members of groups and projects only be seen as memberships. */
    servesOptionalEndpoints: false,
    /** Approving somebody who is blocked, also by a directory, is forbidden (403). */
    blockedCannotBeApproved: true,
    /** Following answers 201 with the person also when there is nothing to do. */
    repeatedFollowIsCreated: true,
    /** The level of access of a membership is an integer written as a text. */
    accessLevelsAreTexts: true,
    /** A service account has an id, a username and a name, and no address. */
    serviceAccountsHaveEmails: false,
    /** An SSH key that somebody has already is taken as `fingerprint` and as `key`. */
    reportsTakenSshKeyTwice: true,
    /** Adding a GPG key answers the list of created keys. */
    listsAddedGpgKeys: true,
    /** The list of users narrows by the time of creation for everyone. */
    everyoneFiltersByCreation: true,
    /** The list of users is ordered as asked for administrators only. */
    everyoneOrdersUsers: false,
    /** Auditors see people as everybody does. */
    auditorsReadAll: false,
    /** A change of a user that conflicts with another user is answered with 404. */
    conflictingChangeIsNotFound: true,
    /** A user's email can only become one of the secondary addresses of that user. */
    emailMustBeSecondary: true,
    /** Somebody who is to be deleted stays as they are until they are gone. */
    hardDeletionBlocks: false,
    /** A username may be the path of a group. */
    rejectsGroupPaths: false,
  },
  gitlab: {
    /** PATCH resets emoji and availability where it leaves them out (`app/services/users/set_status_service.rb`). */
    patchKeepsOmittedStatus: false,
    /** Nobody follows themselves, so these fields are absent there (`lib/api/entities/user.rb`). */
    showsOwnFollowing: false,
    /** They are null, and so is the local time of a person without a time zone. */
    unsetTextsAreNull: true,
    /** They are in the single view alone (`lib/api/entities/user_details_with_admin.rb`). */
    listsSignInAddresses: false,
    /** Administrators do, in the single view (`lib/api/entities/user_details_with_admin.rb`); 0 is none. */
    showsHighestRole: true,
    /** It is the first of them (`spec/requests/api/users_spec.rb`). */
    listsPrimaryEmail: true,
    /** It wants at least one (`lib/api/users.rb`). */
    acceptsSomePreferences: true,
    /** The model asks for them, with a text each (`app/models/personal_access_token.rb`). */
    impersonationNeedsNameOnly: true,
    /** They are any that the user may have (`lib/api/users.rb`). */
    impersonationAcceptsAnyScope: true,
    /** It shows both everywhere (`lib/api/entities/personal_access_token.rb`). */
    showsAllOfTokens: true,
    /** It has all that Latchkey knows beside the document (`lib/api/personal_access_tokens.rb`, `lib/api/members.rb`). */
    servesOptionalEndpoints: true,
    /** It is a conflict (409), as for everybody who is not pending (`app/services/users/approve_service.rb`). */
    blockedCannotBeApproved: false,
    /** It answers 304 then, also to those who would follow themselves (`lib/api/users.rb`). */
    repeatedFollowIsCreated: false,
    /** It is an integer (`lib/api/entities/membership.rb`). */
    accessLevelsAreTexts: false,
    /** It shows its address, and takes one (`lib/api/service_accounts.rb`). */
    serviceAccountsHaveEmails: true,
    /** It is taken as `fingerprint_sha256` (`app/models/key.rb`). */
    reportsTakenSshKeyTwice: false,
    /** Adding one answers the one key (`lib/api/users.rb`). */
    listsAddedGpgKeys: false,
    /** For administrators only, and dropped without a word for others (`lib/api/users.rb`). */
    everyoneFiltersByCreation: false,
    /** It is for everyone (`lib/api/users.rb`, `reorder_users`). */
    everyoneOrdersUsers: true,
    /** They see people as administrators do (`can_read_all_resources?`), blocked ones aside. */
    auditorsReadAll: true,
    /** It is answered with 409 (`spec/requests/api/users_spec.rb`). */
    conflictingChangeIsNotFound: false,
    /** It can become any address that is free. */
    emailMustBeSecondary: false,
    /** They are blocked first where the deletion is a hard one, as it is after a rejection (`app/models/user.rb`, `delete_async`). */
    hardDeletionBlocks: true,
    /** It may not: people and groups are found in the same place (`app/models/user.rb`, `namespace_path_errors`). */
    rejectsGroupPaths: true,
  },
}

export type FlavorName = keyof typeof flavors
export type Flavor = Record<keyof (typeof flavors)['gitlab'], boolean>
