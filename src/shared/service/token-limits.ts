/** What a token of one's own can be allowed to do; `self_rotate` since version 19. */
export const ownTokenScopes = ['k8s_proxy', 'self_rotate'] as const
export type OwnTokenScope = (typeof ownTokenScopes)[number]
