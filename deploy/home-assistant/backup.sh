#!/bin/sh
# Called by Home Assistant before it stores /data.
exec vigil backup /data/vigil/vigil.backup
