/** The scopes of tokens that users can create through the API. GitLab supports `self_rotate` since version 19. */
export const ownTokenScopes = ['k8s_proxy', 'self_rotate'] as const
export type OwnTokenScope = (typeof ownTokenScopes)[number]
