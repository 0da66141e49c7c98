export const membershipsTables = `
-- Groups and projects: what one can be a member of. Their ids are of one series.
CREATE TABLE namespaces (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Namespace, which is a group, or Project
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Where a group is found on the web, in the same place as people by their usernames; null for a project.
  path TEXT COLLATE NOCASE
) STRICT;
CREATE INDEX namespaces_by_path ON namespaces (path);

CREATE TABLE memberships (
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  namespace_id INTEGER NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  -- 5 minimal, 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner
  access_level INTEGER NOT NULL,
  PRIMARY KEY (user_id, namespace_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_namespace ON memberships (namespace_id, access_level);
`
