/**
 * All in which the two flavours of the sandbox differ: `interface` answers as the interface document says,
 * `gitlab` as GitLab itself does where that is different. Everything else is the same in both.
 */
export const flavours = {
  interface: {
    /** PATCH /user/status keeps what the request leaves out. */
    patchKeepsOmittedStatus: true,
    /** Counts of followers and `is_followed` are there when one looks at oneself. */
    showsOwnFollowing: true,
    /** Texts of the public profile that are not set are empty, and the time zone counts as UTC. */
    unsetTextsAreNull: false,
    /** The addresses of the last sign-ins are in an administrator's list, not only in the single view. */
    listsSignInAddresses: true,
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
  },
}

export type FlavourName = keyof typeof flavours
export type Flavour = Record<keyof (typeof flavours)['gitlab'], boolean>
