import { afterCursor, type ExportSource, jsonRows } from '../../platform/database/export-sources.ts';
import { responseJson, timelineJson } from '../../response/index.ts';
import { reportJson } from '../incident-reports/store.ts';

export const exportSources: readonly ExportSource[] = [
  {
    file: 'falls.json',
    read: jsonRows(
      `SELECT f.created_at::text AS cursor, f.id, f.source, f.device_id AS "deviceId", f.confidence, f.status, f.location,
              f.witnessed, f.injuries, f.sensor_data AS "sensorData", f.sensor, f.assessment, f.responded_at AS "respondedAt",
              f.outcome AS feedback, f.investigation, f.created_at AS "createdAt",
              ${responseJson('f.id')} AS response,
              ${timelineJson('f.id')} AS timeline,
              ${reportJson('f.id')} AS report
       FROM real_falls f WHERE f.user_id = $1 AND ${afterCursor('f')}`,
    ),
  },
];
