-- /etc/patroni/create-database.sql on A and B: Patroni runs it once, on the first primary.
CREATE ROLE vigil LOGIN PASSWORD '@DATABASE_PASSWORD@';
CREATE DATABASE vigil OWNER vigil;
