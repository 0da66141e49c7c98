export const followsTables = `
CREATE TABLE follows (
  follower_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  followee_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (follower_id, followee_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_followee ON follows (followee_id, follower_id);
`
