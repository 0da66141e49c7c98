export const sshKeyUsages = ['auth', 'signing', 'auth_and_signing'] as const
