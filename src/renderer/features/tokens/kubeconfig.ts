/**
 * The part of a kubeconfig file that signs in with a token: a user, ready to paste below `users:`.
 *
 * The instance’s proxy expects the ID of the cluster’s agent in the middle (`doc/user/clusters/agent/user_access.md`).
 */
export function kubeconfigUser(username: string, token: string): string {
  return [
    'users:',
    `  - name: ${yamlText(username)}`,
    '    user:',
    `      token: ${yamlText(`pat:${agentId}:${token}`)}`,
  ].join('\n')
}

/** The rest of the file: the cluster, and the context that connects it to the user. */
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

/** A placeholder for the agent’s ID. */
export const agentId = 'AGENT_ID'
/** A placeholder for the cluster’s name. */
export const cluster = 'CLUSTER_NAME'
/** A placeholder for the URL of the instance’s proxy. */
export const server = 'PROXY_ADDRESS'

// YAML is a superset of JSON, so every JSON string is a YAML string.
function yamlText(text: string): string {
  return /^[\w.@-]+$/.test(text) && /^[A-Za-z]/.test(text) ? text : JSON.stringify(text)
}
