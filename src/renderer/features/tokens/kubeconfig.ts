/**
 * The part of a kubeconfig file that signs in with a token: a user, ready to paste below `users:`.
 *
 * The instance's proxy wants the number of the cluster's agent in the middle (`doc/user/clusters/agent/user_access.md`).
 */
export function kubeconfigUser(username: string, token: string): string {
  return [
    'users:',
    `  - name: ${yamlText(username)}`,
    '    user:',
    `      token: ${yamlText(`pat:${agentId}:${token}`)}`,
  ].join('\n')
}

/** The rest of such a file: the cluster and what ties the user to it. */
export function kubeconfigCluster(username: string): string {
  return [
    'clusters:',
    `  - name: ${cluster}`,
    '    cluster:',
    `      server: ${server}`,
    'contexts:',
    `  - name: ${cluster}`,
    '    context:',
    `      cluster: ${cluster}`,
    `      user: ${yamlText(username)}`,
    `current-context: ${cluster}`,
  ].join('\n')
}

/** Stands where the number of the agent belongs. */
export const agentId = 'AGENT_ID'
/** Stands where the name of the cluster belongs. */
export const cluster = 'CLUSTER_NAME'
/** Stands where the address of the instance's proxy belongs. */
export const server = 'PROXY_ADDRESS'

// YAML is a superset of JSON, so a JSON string is one of YAML whatever it holds.
function yamlText(text: string): string {
  return /^[\w.@-]+$/.test(text) && /^[A-Za-z]/.test(text) ? text : JSON.stringify(text)
}
