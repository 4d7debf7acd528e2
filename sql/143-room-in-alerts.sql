-- Each alert is updated soon after it is inserted: sent, received, shown. Without room on its page, each of these updates enters it
-- into seven indexes again.
ALTER TABLE alerts SET (fillfactor = 50);
